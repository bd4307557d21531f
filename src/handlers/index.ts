import type { Database } from '../database.js';
import { exactly, type Handlers } from '../operations.js';
import { orderHandlers } from './orders.js';
import { petHandlers } from './pets.js';

/** The handler of every operation in the contract. */
export function createHandlers(database: Database): Handlers {
  return exactly({ ...petHandlers(database), ...orderHandlers(database) });
}
