// Orders, which the store has received.

import { page } from '../platform/contract/index.ts';
import type { Context, Handler } from './handler.ts';
import { openOrders } from './order-queries.ts';

export function orderHandlers({ database }: Context) {
  const orders = openOrders(database);

  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const rows = await page(request, reply, orders.list, request.query);
    return rows.map((order) => ({ ...order, createdAt: order.createdAt.toISOString() }));
  };

  return { listOrders };
}
