// The handler of every operation in the contract, one file per tag.

import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import type { HandlerContext } from '../platform/service.ts';
import type { Handlers } from './handler.ts';
import { openOrders } from './order-queries.ts';
import { orderHandlers } from './orders.ts';
import { openPets } from './pet-queries.ts';
import { petHandlers } from './pets.ts';

export function createHandlers({
  contract,
  database,
  keyRules,
  now,
}: HandlerContext<PrismaClient>): Handlers {
  return {
    ...petHandlers(openPets(database, now), contract, keyRules.keyFormat),
    ...orderHandlers(openOrders(database)),
  };
}
