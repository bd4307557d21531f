// The handler of every operation in the contract, one file per tag.

import type { Registry } from '@prometheus-io/client';
import type { Config } from '../config/index.ts';
import { exactly, type Handlers } from '../contract/index.ts';
import { type Database, openOrders, openPets } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

/** What handlers can use. */
export interface HandlerResources {
  readonly database: Database;
  readonly settings: Config;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Takes what handlers measure. Undefined unless METRICS_PORT is set. */
  readonly metrics: Registry | undefined;
}

export function createHandlers({ database, now }: HandlerResources): Handlers {
  return exactly({
    ...petHandlers(openPets(database, now)),
    ...orderHandlers(openOrders(database)),
  });
}
