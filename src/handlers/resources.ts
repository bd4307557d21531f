import type { Registry } from '@prometheus-io/client';
import type { Database } from '../database/index.ts';
import type { Config } from '../settings/index.ts';

/** What handlers are made of. */
export interface HandlerResources {
  readonly database: Database;
  readonly settings: Config;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes what handlers measure. Undefined unless METRICS_PORT is set. */
  readonly metrics: Registry | undefined;
}
