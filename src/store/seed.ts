// What `npm run seed` adds: animals and orders. Without options, enough for several pages.

import type {
  OrderStatus,
  PetStatus,
  Prisma,
  PrismaClient,
} from '../../generated/prisma/sqlite/client.ts';
import { DAY_MS } from '../platform/database/index.ts';
import type { Seed, SeedGiven } from '../platform/service.ts';

/** Orders are spread over this many of the newest animals. */
const ORDERED_PETS = 10_000;
/** Orders are spread over this time before now. */
const ORDERS_SPAN_MS = 320 * DAY_MS;

const NAMES = ['Bella', 'Charlie', 'Daisy', 'Luna', 'Max', 'Milo', 'Nala', 'Oscar', 'Ruby'];
/** By category: dogs, cats, birds, rabbits, rodents, fish, reptiles. */
const KINDS = [
  ['Beagle', 'Collie', 'Poodle'],
  ['Bengal', 'Persian', 'Siamese'],
  ['Canary', 'Lovebird', 'Parrot'],
  ['Dutch Rabbit', 'Lionhead', 'Lop'],
  ['Gerbil', 'Hamster', 'Mouse'],
  ['Goldfish', 'Guppy', 'Koi'],
  ['Gecko', 'Iguana', 'Tortoise'],
];
const PET_STATUSES: readonly PetStatus[] = ['available', 'available', 'pending', 'sold'];
const ORDER_STATUSES: readonly OrderStatus[] = ['delivered', 'delivered', 'approved', 'placed'];

export const SEEDS = {
  pets: { noun: 'animals', does: 'how many animals to add', sample: 1_000, begin: beginPets },
  orders: {
    noun: 'orders',
    does: 'how many orders to add, for the newest animals',
    sample: 200,
    begin: beginOrders,
  },
} satisfies Record<string, Seed>;

async function beginPets({ pet }: PrismaClient, { pick }: SeedGiven) {
  return {
    make() {
      const [category, kinds] = pick([...KINDS.entries()]);
      return {
        name: `${pick(NAMES)} the ${pick(kinds)}`,
        categoryId: BigInt(category + 1),
        status: pick(PET_STATUSES),
      };
    },
    insert: (data: Prisma.PetCreateManyInput[]) => pet.createMany({ data }),
  };
}

async function beginOrders({ pet, order }: PrismaClient, { count, pick }: SeedGiven) {
  const newest = { select: { id: true }, orderBy: { id: 'desc' }, take: ORDERED_PETS } as const;
  const petIds = (await pet.findMany(newest)).map(({ id }) => id);
  if (petIds.length === 0) throw new Error('There are no animals to order: add some with --pets.');
  const firstAtMs = Date.now() - ORDERS_SPAN_MS;
  return {
    make: (index: number) => ({
      petId: pick(petIds),
      quantity: pick([1, 1, 1, 1, 2, 2, 3]),
      status: pick(ORDER_STATUSES),
      // Later orders have higher ids.
      createdAt: new Date(firstAtMs + (index / count) * ORDERS_SPAN_MS),
    }),
    insert: (data: Prisma.OrderCreateManyInput[]) => order.createMany({ data }),
  };
}
