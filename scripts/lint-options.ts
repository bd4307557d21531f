// What lint has to know of this project beside its contract.

import { type LintOptions, lint } from './contract/index.ts';
import { CONTRACT_OPTIONS } from './contract-options.ts';
import { ERROR_CODES } from './error-codes.ts';
import { servedContracts } from './sources.ts';

export const LINT_OPTIONS: LintOptions = {
  ...CONTRACT_OPTIONS,
  statusOf: (code) => (Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code]?.status : undefined),
};

/** Lints the contracts of all major versions that are served. */
export function lintServed() {
  return lint(servedContracts(), { ...LINT_OPTIONS, areServedTogether: true });
}
