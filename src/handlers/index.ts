// The handler of every operation in the contract, one file per tag.

import { exactly, type Handlers } from '../contract/index.ts';
import { type Database, openOrders, openPets } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

export function createHandlers(database: Database): Handlers {
  return exactly({ ...petHandlers(openPets(database)), ...orderHandlers(openOrders(database)) });
}
