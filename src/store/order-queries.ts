// Orders, which the store's other systems write. Lists are prepared SQL, as pet-queries.ts
// explains.

import type { Order } from '../../generated/prisma/sqlite/client.ts';
import { type Instant, type Integer, listRows, readInstant } from '../platform/database/index.ts';
import type { Database } from './database.ts';

type Values = [
  id: Integer,
  petId: Integer,
  quantity: Integer,
  status: Order['status'],
  createdAt: Instant,
];

const SELECT = 'SELECT id, pet_id, quantity, status, created_at FROM orders';

export function openOrders({ query }: Pick<Database, 'query'>) {
  return { list: listRows(query, { select: SELECT, filteredBy: 'status' }, toOrder) };
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
