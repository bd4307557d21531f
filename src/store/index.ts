// The handler of every operation in the contract, one file per resource.

import type { Context, Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

export function createHandlers(context: Context): Handlers {
  return {
    ...petHandlers(context),
    ...orderHandlers(context),
  };
}
