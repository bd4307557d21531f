// What `npm run seed` adds: widgets and shipments. Without options, enough for several pages.

import { DAY_MS } from '../../../../../src/platform/database/index.ts';
import type { Seed } from '../../../../../src/platform/service.ts';
import type {
  PrismaClient,
  ShipmentStatus,
  WidgetStatus,
} from '../../generated/prisma/sqlite/client.ts';

/** Shipments are spread over this many of the newest widgets. */
const ORDERED_WIDGETS = 10_000;
/** Shipments are spread over this time before now. */
const SHIPMENTS_SPAN_MS = 320 * DAY_MS;

const NAMES = ['Bella', 'Charlie', 'Daisy', 'Luna', 'Max', 'Milo', 'Nala', 'Oscar', 'Ruby'];
/** By group: dogs, cats, birds, rabbits, rodents, fish, reptiles. */
const KINDS = [
  ['Beagle', 'Collie', 'Poodle'],
  ['Bengal', 'Persian', 'Siamese'],
  ['Canary', 'Lovebird', 'Parrot'],
  ['Dutch Rabbit', 'Lionhead', 'Lop'],
  ['Gerbil', 'Hamster', 'Mouse'],
  ['Goldfish', 'Guppy', 'Koi'],
  ['Gecko', 'Iguana', 'Tortoise'],
];
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

async function beginWidgets({ widget }: PrismaClient) {
  return (size: number) => widget.createMany({ data: Array.from({ length: size }, makeWidget) });
}

async function beginShipments({ widget, shipment }: PrismaClient, count: number) {
  const newest = { select: { id: true }, orderBy: { id: 'desc' }, take: ORDERED_WIDGETS } as const;
  const widgetIds = (await widget.findMany(newest)).map(({ id }) => id);
  if (widgetIds.length === 0)
    throw new Error('There are no widgets to shipment: add some with --widgets.');
  const firstAtMs = Date.now() - SHIPMENTS_SPAN_MS;
  return (size: number, done: number) => {
    const data = Array.from({ length: size }, (_, i) => ({
      widgetId: pick(widgetIds),
      quantity: pick([1, 1, 1, 1, 2, 2, 3]),
      status: pick(SHIPMENT_STATUSES),
      // Later shipments have higher ids.
      createdAt: new Date(firstAtMs + ((done + i) / count) * SHIPMENTS_SPAN_MS),
    }));
    return shipment.createMany({ data });
  };
}

function makeWidget() {
  const group = Math.floor(Math.random() * KINDS.length);
  return {
    name: `${pick(NAMES)} the ${pick(KINDS[group] as string[])}`,
    groupId: BigInt(group + 1),
    status: pick(WIDGET_STATUSES),
  };
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
