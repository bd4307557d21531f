import { type Handler, page, pageStart } from '../contract/index.ts';
import { type Database, ordersTable } from '../database/index.ts';

/** The operations on orders, which the store's other systems write. */
export function orderHandlers({ query }: Database) {
  const table = ordersTable(query);

  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const { limit, status } = request.query;
    const orders = await table.list({ after: pageStart(request), count: limit + 1, status });
    return page(request, reply, orders).map((order) => ({
      ...order,
      createdAt: order.createdAt.toISOString(),
    }));
  };

  return { listOrders };
}
