// The handler of every operation in the contract, one file per tag.

import { exactly, type Handlers } from '../contract/index.ts';
import { openOrders, openPets } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';
import type { HandlerResources } from './resources.ts';

export type { HandlerResources };

export function createHandlers({ database, now }: HandlerResources): Handlers {
  return exactly({
    ...petHandlers(openPets(database, now)),
    ...orderHandlers(openOrders(database)),
  });
}
