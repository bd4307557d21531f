// Orders, which the store has received.

import { page, pageStart } from '../contract/index.ts';
import type { Orders } from '../database/index.ts';
import type { Handler } from './handler.ts';

export function orderHandlers(orders: Orders) {
  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const { limit, status } = request.query;
    const rows = await orders.list({ after: pageStart(request), count: limit + 1, status });
    return page(request, reply, rows).map((order) => ({
      ...order,
      createdAt: order.createdAt.toISOString(),
    }));
  };

  return { listOrders };
}
