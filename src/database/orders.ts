import type { Order } from '../../generated/prisma/sqlite/client.ts';
import { isFirstPage, listRows } from './list-rows.ts';
import { type ReplicatedDatabase, routeReads } from './replica/index.ts';
import type { Int32, Int64, Query } from './statements.ts';

/*
 * Orders, which the store's other systems write. Lists are prepared SQL, for the reason in `pets.ts`.
 */

export type Orders = ReturnType<typeof openOrders>;

type Values = [id: Int64, petId: Int64, quantity: Int32, status: Order['status'], at: string];

const SELECT = 'SELECT id, pet_id, quantity, status, created_at FROM orders';

export function openOrders(database: Pick<ReplicatedDatabase, 'query' | 'replica'>) {
  const list = (query: Query) => listRows(query, SELECT, toOrder);
  return { list: routeReads(database, list, { mayBeLate: isFirstPage }) };
}

function toOrder([id, petId, quantity, status, createdAt]: Values): Order {
  return {
    id: BigInt(id),
    petId: BigInt(petId),
    quantity: Number(quantity),
    status,
    createdAt: new Date(createdAt),
  };
}
