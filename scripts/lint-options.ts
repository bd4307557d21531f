// What lint has to know of this project beside its contract.

import { ERROR_CODES } from '../src/errors/catalogue.ts';
import type { LintOptions } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';

export const LINT_OPTIONS: LintOptions = {
  describe: describeByGuides,
  statusOf: (code) => (Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code]?.status : undefined),
};
