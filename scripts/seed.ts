// `npm run seed`: fills a store with animals and orders.

import { Command } from 'commander';
import type { OrderStatus, PetStatus, PrismaClient } from '../generated/prisma/sqlite/client.ts';
import { readConfig } from '../src/platform/config/read-config.ts';
import { DAY_MS, type Database } from '../src/platform/database/index.ts';
import { openMigratedDatabase } from '../src/platform/database/migrations/index.ts';
import { service } from '../src/service.ts';
import { wholeNumber } from './arguments.ts';

const MAX_ROWS = 100_000_000;
/** Enough for several pages, for whoever asks for nothing in particular. */
const SAMPLE = { pets: 1_000, orders: 200 };
const ROWS_PER_TRANSACTION = 1_000;
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

export async function main() {
  const rows = wholeNumber(0, MAX_ROWS);
  const given = new Command('npm run seed --')
    .description('Adds realistic animals and orders to the database of DATABASE_URL.')
    .option('--pets <n>', 'how many animals to add', rows)
    .option('--orders <n>', 'how many orders to add, for the newest animals', rows)
    .addHelpText('after', `\nWithout options: --pets ${SAMPLE.pets} --orders ${SAMPLE.orders}`)
    .parse()
    .opts<{ pets?: number; orders?: number }>();
  const { pets = 0, orders = 0 } = Object.keys(given).length > 0 ? given : SAMPLE;
  const { DATABASE_URL } = readConfig(service, process.env);
  const database: Database<PrismaClient> = await openMigratedDatabase(
    service.database,
    DATABASE_URL,
    { isTimed: false },
  );
  try {
    await addPets(database.client, pets);
    await addOrders(database.client, orders);
  } finally {
    await database.close();
  }
}

async function addPets({ pet }: PrismaClient, count: number) {
  await inBatches('animals', count, (size) =>
    pet.createMany({ data: Array.from({ length: size }, makePet) }),
  );
}

async function addOrders({ pet, order }: PrismaClient, count: number) {
  if (count === 0) return;
  const newest = { select: { id: true }, orderBy: { id: 'desc' }, take: ORDERED_PETS } as const;
  const petIds = (await pet.findMany(newest)).map(({ id }) => id);
  if (petIds.length === 0) throw new Error('There are no animals to order: add some with --pets.');
  const firstAtMs = Date.now() - ORDERS_SPAN_MS;
  await inBatches('orders', count, (size, done) => {
    const data = Array.from({ length: size }, (_, i) => ({
      petId: pick(petIds),
      quantity: pick([1, 1, 1, 1, 2, 2, 3]),
      status: pick(ORDER_STATUSES),
      // Later orders have higher ids.
      createdAt: new Date(firstAtMs + ((done + i) / count) * ORDERS_SPAN_MS),
    }));
    return order.createMany({ data });
  });
}

function makePet() {
  const category = Math.floor(Math.random() * KINDS.length);
  return {
    name: `${pick(NAMES)} the ${pick(KINDS[category] as string[])}`,
    categoryId: BigInt(category + 1),
    status: pick(PET_STATUSES),
  };
}

/**
 * Inserts each batch in a transaction of its own, so that an interruption loses only the batch in
 * progress. Reports each tenth that is done.
 */
async function inBatches(
  noun: string,
  count: number,
  insert: (size: number, done: number) => Promise<unknown>,
) {
  const tenthsOf = (done: number) => Math.floor((done * 10) / count);
  for (let done = 0; done < count; ) {
    const size = Math.min(ROWS_PER_TRANSACTION, count - done);
    await insert(size, done);
    done += size;
    const isTenth = tenthsOf(done) > tenthsOf(done - size);
    if (isTenth) process.stderr.write(`${done} of ${count} ${noun}\n`);
  }
}

function pick<Value>(values: readonly Value[]): Value {
  return values[Math.floor(Math.random() * values.length)] as Value;
}
