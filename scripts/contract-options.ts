// What is known of this service's contract beyond its files.

import { service } from '../src/service.ts';
import type { CompleteOptions } from './contract/index.ts';
import { describeByGuides } from './documentation/index.ts';

export const CONTRACT_OPTIONS: CompleteOptions = { describe: describeByGuides, shown: service };
