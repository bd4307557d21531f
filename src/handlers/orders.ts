import { type Handler, page, pageStart } from '../contract/index.ts';
import type { Orders } from '../database/index.ts';

export function orderHandlers(orders: Orders) {
  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const { limit, status } = request.query;
    const { customerId } = request.caller.customer;
    const start = { after: pageStart(request), count: limit + 1, status };
    const rows = await orders.list(start, customerId);
    return page(request, reply, rows).map((order) => ({
      ...order,
      createdAt: order.createdAt.toISOString(),
    }));
  };

  return { listOrders };
}
