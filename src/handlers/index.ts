// The handler of every operation in the contract, one file per tag.

import { exactly, type Handlers } from '../contract/index.ts';
import { type Database, openOrders, openPets } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

/** What handlers can use. */
export interface HandlerResources {
  readonly database: Database;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

export function createHandlers({ database, now }: HandlerResources): Handlers {
  return exactly({
    ...petHandlers(openPets(database, now)),
    ...orderHandlers(openOrders(database)),
  });
}
