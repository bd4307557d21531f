import type { Database } from '../database.js';
import type { Handler } from '../operations.js';
import { page, pageStart } from '../paging.js';

/** The operations on orders, which the store's other systems write. */
export function orderHandlers({ client }: Database) {
  const listOrders: Handler<'listOrders'> = async (request, reply) => {
    const { limit, status } = request.query;
    const orders = await client.order.findMany({
      where: { id: { gt: pageStart(request) }, ...(status && { status }) },
      orderBy: { id: 'asc' },
      take: limit + 1,
    });
    return page(request, reply, orders).map((order) => ({
      ...order,
      createdAt: order.createdAt.toISOString(),
    }));
  };

  return { listOrders };
}
