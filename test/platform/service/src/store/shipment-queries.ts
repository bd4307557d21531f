// Shipments, which other systems write. Lists are prepared SQL, as widget-queries.ts explains.

import {
  type Instant,
  type Integer,
  listRows,
  readInstant,
} from '../../../../../src/platform/database/index.ts';
import type { Shipment } from '../../generated/prisma/sqlite/client.ts';
import type { Database } from './database.ts';

type Values = [
  id: Integer,
  widgetId: Integer,
  quantity: Integer,
  status: Shipment['status'],
  createdAt: Instant,
];

const SELECT = 'SELECT id, widget_id, quantity, status, created_at FROM shipments';

export function openShipments({ query }: Pick<Database, 'query'>) {
  return { list: listRows(query, { select: SELECT, filteredBy: 'status' }, toShipment) };
}

function toShipment([id, widgetId, quantity, status, createdAt]: Values): Shipment {
  return {
    id: BigInt(id),
    widgetId: BigInt(widgetId),
    quantity: Number(quantity),
    status,
    createdAt: readInstant(createdAt),
  };
}
