// Starts what an instance knows of API keys: the cache of valid ones, and the counts of their use.

import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../async/clock.ts';
import type { PeriodicWork } from '../async/periodic-work.ts';
import type { Database } from '../database/index.ts';
import { createKeyCache } from './key-cache.ts';
import type { KeyRules } from './key-rules.ts';
import { openKeys } from './stored-keys.ts';
import { startKeyUsage } from './usage.ts';

interface KeysContext {
  readonly database: Database;
  readonly keyRules: KeyRules;
  readonly clock: Clock;
  readonly background: PeriodicWork;
  /** What requests without an operation are counted as. */
  readonly noOperation: string;
  /** Makes a log of failures that every request may cause. */
  readonly createFailureLog: (
    message: string,
  ) => (error: unknown, kind: string, log?: FastifyBaseLogger) => void;
  readonly reportFailure: (message: string) => (error: unknown) => void;
}

export type StartedKeys = ReturnType<typeof startKeys>;

export function startKeys(context: KeysContext) {
  const { database, keyRules, clock, createFailureLog, reportFailure } = context;
  return {
    cache: createKeyCache(openKeys(database), keyRules.plans, clock),
    logLookUpFailure: createFailureLog('API keys could not be looked up'),
    /** Counts a request that has ended. */
    countUsage: startKeyUsage({
      ...context,
      client: database.client,
      now: clock.wallMs,
      onFailure: reportFailure('the usage of API keys is not stored'),
      onLost: createFailureLog('the usage of an API key is lost'),
    }),
  };
}
