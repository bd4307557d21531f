// Shipments, which the service has received.

import { page } from '../../../../../src/platform/contract/index.ts';
import type { Context, Handler } from './handler.ts';
import { openShipments } from './shipment-queries.ts';

export function shipmentHandlers({ database }: Context) {
  const shipments = openShipments(database);

  const listShipments: Handler<'listShipments'> = async (request, reply) => {
    const rows = await page(request, reply, shipments.list, request.query);
    return rows.map((shipment) => ({ ...shipment, createdAt: shipment.createdAt.toISOString() }));
  };

  return { listShipments };
}
