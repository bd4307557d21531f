// The handler of every operation in the contract, one file per tag.

import { exactly, type Handlers } from '../contract/index.ts';
import { openOrders, openPets, type ReplicatedDatabase } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

export function createHandlers(database: ReplicatedDatabase): Handlers {
  return exactly({ ...petHandlers(openPets(database)), ...orderHandlers(openOrders(database)) });
}
