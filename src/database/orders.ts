import type { Order } from '../../generated/prisma/sqlite/client.ts';
import type { Database } from './database.ts';
import { listRows } from './list-rows.ts';
import type { Instant, Int32, Int64 } from './statements.ts';

// Orders, which the store's other systems write. Lists are prepared SQL, as pets.ts explains.

export type Orders = ReturnType<typeof openOrders>;

type Values = [id: Int64, petId: Int64, quantity: Int32, status: Order['status'], at: Instant];

const SELECT = 'SELECT id, pet_id, quantity, status, created_at FROM orders';

export function openOrders({ query }: Pick<Database, 'query'>) {
  return { list: listRows(query, SELECT, toOrder) };
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
