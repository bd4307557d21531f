// Starts what an instance knows of API keys: the cache of valid ones, and the counts of their use.

import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import type { Database } from '../database/index.ts';
import { createKeyCache } from './key-cache.ts';
import { openKeyFinder } from './key-finder.ts';
import type { KeyRules } from './key-rules.ts';
import { startKeyUsage } from './usage.ts';

interface KeysContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly background: PeriodicWork;
  readonly rules: { readonly keyRules: KeyRules };
  /** What requests without an operation are counted as. */
  readonly served: { readonly noOperation: string };
  readonly log: {
    /** Makes a log of failures that every request may cause. */
    createFailureLog(
      message: string,
    ): (error: unknown, kind: string, log?: FastifyBaseLogger) => void;
    reportFailure(message: string): (error: unknown) => void;
  };
}

export type StartedKeys = ReturnType<typeof startKeys>;

export function startKeys({ database, clock, background, rules, served, log }: KeysContext) {
  return {
    cache: createKeyCache(openKeyFinder(database), rules.keyRules.plans, clock),
    logLookUpFailure: log.createFailureLog('API keys could not be looked up'),
    /** Counts a request that has ended. */
    countUsage: startKeyUsage({
      client: database.client,
      noOperation: served.noOperation,
      background,
      now: clock.wallMs,
      onFailure: log.reportFailure('the usage of API keys is not stored'),
      onLost: log.createFailureLog('the usage of an API key is lost'),
    }),
  };
}
