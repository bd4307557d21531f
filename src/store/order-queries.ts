// Orders, which the store's other systems write. Lists are prepared SQL, as pets.ts explains.

import type { Order } from '../../generated/prisma/sqlite/client.ts';
import type { Database } from '../platform/database/database.ts';
import { type Instant, readInstant } from '../platform/database/instants.ts';
import { listRows } from '../platform/database/list-rows.ts';
import type { Integer } from '../platform/database/statements.ts';

export type Orders = ReturnType<typeof openOrders>;

type Values = [
  id: Integer,
  petId: Integer,
  quantity: Integer,
  status: Order['status'],
  createdAt: Instant,
];

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
    createdAt: readInstant(createdAt),
  };
}
