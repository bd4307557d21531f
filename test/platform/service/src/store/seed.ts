// What `npm run seed` adds: widgets and shipments. Without options, enough for several pages.

import { DAY_MS } from '../../../../../src/platform/database/index.ts';
import type { Seed, SeedGiven } from '../../../../../src/platform/service.ts';
import type {
  Prisma,
  PrismaClient,
  ShipmentStatus,
  WidgetStatus,
} from '../../generated/prisma/sqlite/client.ts';

/** Shipments are spread over this many of the newest widgets. */
const ORDERED_WIDGETS = 10_000;
/** Shipments are spread over this time before now. */
const SHIPMENTS_SPAN_MS = 320 * DAY_MS;

const COLOURS = ['Black', 'Blue', 'Green', 'Red', 'White', 'Yellow'];
const PARTS = ['bolt', 'gear', 'hinge', 'lever', 'spring', 'valve', 'wheel'];
const GROUPS = [1n, 2n, 3n, 4n, 5n, 6n, 7n];
const WIDGET_STATUSES: readonly WidgetStatus[] = ['available', 'available', 'pending', 'sold'];
const SHIPMENT_STATUSES: readonly ShipmentStatus[] = [
  'delivered',
  'delivered',
  'approved',
  'placed',
];

export const SEEDS = {
  widgets: { noun: 'widgets', does: 'how many widgets to add', sample: 1_000, begin: beginWidgets },
  shipments: {
    noun: 'shipments',
    does: 'how many shipments to add, for the newest widgets',
    sample: 200,
    begin: beginShipments,
  },
} satisfies Record<string, Seed>;

async function beginWidgets({ widget }: PrismaClient, { pick }: SeedGiven) {
  return {
    make() {
      return {
        name: `${pick(COLOURS)} ${pick(PARTS)}`,
        groupId: pick(GROUPS),
        status: pick(WIDGET_STATUSES),
      };
    },
    insert: (data: Prisma.WidgetCreateManyInput[]) => widget.createMany({ data }),
  };
}

async function beginShipments({ widget, shipment }: PrismaClient, { count, pick }: SeedGiven) {
  const newest = { select: { id: true }, orderBy: { id: 'desc' }, take: ORDERED_WIDGETS } as const;
  const widgetIds = (await widget.findMany(newest)).map(({ id }) => id);
  if (widgetIds.length === 0)
    throw new Error('There are no widgets to ship: add some with --widgets.');
  const firstAtMs = Date.now() - SHIPMENTS_SPAN_MS;
  return {
    make: (index: number) => ({
      widgetId: pick(widgetIds),
      quantity: pick([1, 1, 1, 1, 2, 2, 3]),
      status: pick(SHIPMENT_STATUSES),
      // Later shipments have higher ids.
      createdAt: new Date(firstAtMs + (index / count) * SHIPMENTS_SPAN_MS),
    }),
    insert: (data: Prisma.ShipmentCreateManyInput[]) => shipment.createMany({ data }),
  };
}
