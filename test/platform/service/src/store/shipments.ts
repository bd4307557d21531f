// Shipments, which the service has received.

import { page } from '../../../../../src/platform/contract/index.ts';
import type { Handler } from './handler.ts';
import type { Shipments } from './shipment-queries.ts';

export function shipmentHandlers(shipments: Shipments) {
  const listShipments: Handler<'listShipments'> = async (request, reply) => {
    const rows = await page(request, reply, shipments.list, request.query);
    return rows.map((shipment) => ({ ...shipment, createdAt: shipment.createdAt.toISOString() }));
  };

  return { listShipments };
}
