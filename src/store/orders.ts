// Orders, which the store has received.

import { page } from '../platform/contract/index.ts';
import type { Handler } from './handler.ts';
import type { Orders } from './order-queries.ts';

export function orderHandlers(orders: Orders) {
  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const rows = await page(request, reply, orders.list, request.query);
    return rows.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() }));
  };

  return { listOrders };
}
