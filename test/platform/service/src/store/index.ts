// The handler of every operation in the contract, one file per tag.

import type { HandlerContext } from '../../../../../src/platform/service.ts';
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import type { Handlers } from './handler.ts';
import { openShipments } from './shipment-queries.ts';
import { shipmentHandlers } from './shipments.ts';
import { openWidgets } from './widget-queries.ts';
import { widgetHandlers } from './widgets.ts';

export function createHandlers({
  contract,
  database,
  keyRules,
  now,
}: HandlerContext<PrismaClient>): Handlers {
  return {
    ...widgetHandlers(openWidgets(database, now), contract, keyRules.keyFormat),
    ...shipmentHandlers(openShipments(database)),
  };
}
