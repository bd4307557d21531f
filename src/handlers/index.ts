import { exactly, type Handlers } from '../contract/index.ts';
import type { Database } from '../database/index.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

/** The handler of every operation in the contract. */
export function createHandlers(database: Database): Handlers {
  return exactly({ ...petHandlers(database), ...orderHandlers(database) });
}
