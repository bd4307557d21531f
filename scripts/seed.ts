import { randomInt } from 'node:crypto';
import type { OrderStatus, PetStatus } from '../generated/prisma/sqlite/enums.ts';
import { readConfig } from '../src/config.ts';
import { openMigratedDatabase, type PrismaClient } from '../src/database/index.ts';
import { readOptions, readWholeNumber } from './arguments.ts';

const HELP = `Adds realistic animals and orders to a store.

  npm run seed -- --pets 10000 --orders 1000 [--random-seed N]

--pets         how many animals to add
--orders       how many orders to add, for the newest animals
--random-seed  the same number generates the same data again

The data is written to the database of DATABASE_URL.
`;

const MAX_ROWS = 100_000_000;
const MAX_RANDOM_SEED = 2 ** 32 - 1;
const ROWS_PER_TRANSACTION = 1_000;
/** Orders are spread over this many of the newest animals. */
const ORDERED_PETS = 10_000;
/** A fixed time, so that the same seed generates the same data on any day. */
const FIRST_ORDER_AT_MS = Date.UTC(2026, 0, 1);
const ORDERS_SPAN_MS = 320 * 864e5;

const NAMES =
  'Bella Max Luna Charlie Lucy Cooper Daisy Milo Molly Buddy Lola Rocky Sadie Bear Maggie Duke Coco Oscar Ruby Teddy Rosie Toby Willow Finn Nala Leo Stella Jack Zoe Simba Pepper Gizmo Ginger Rex Honey Ziggy Olive Pip Hazel Otto'.split(
    ' ',
  );
/** By category: dogs, cats, birds, rabbits, rodents, fish, reptiles. */
const KINDS = [
  ['Beagle', 'Boxer', 'Collie', 'Dachshund', 'Labrador', 'Poodle', 'Spaniel', 'Terrier'],
  ['Abyssinian', 'Bengal', 'Maine Coon', 'Persian', 'Ragdoll', 'Siamese', 'Tabby'],
  ['Budgerigar', 'Canary', 'Cockatiel', 'Lovebird', 'Parrot', 'Zebra Finch'],
  ['Dutch Rabbit', 'Lionhead', 'Lop', 'Rex Rabbit'],
  ['Chinchilla', 'Gerbil', 'Guinea Pig', 'Hamster', 'Mouse'],
  ['Betta', 'Goldfish', 'Guppy', 'Koi', 'Neon Tetra'],
  ['Corn Snake', 'Gecko', 'Iguana', 'Tortoise'],
];
const PET_STATUSES: readonly PetStatus[] = [
  'available',
  'available',
  'available',
  'pending',
  'sold',
];
const ORDER_STATUSES: readonly OrderStatus[] = ['delivered', 'delivered', 'approved', 'placed'];
const QUANTITIES = [1, 1, 1, 1, 2, 2, 3];

/** Returns a number from 0 (inclusive) to 1 (exclusive). */
type Random = () => number;

await main();

async function main() {
  const randomSeed = String(randomInt(MAX_RANDOM_SEED));
  const values = readOptions(HELP, { pets: '0', orders: '0', 'random-seed': randomSeed });
  if (!values) return;
  const pets = readWholeNumber('--pets', values.pets, 0, MAX_ROWS);
  const orders = readWholeNumber('--orders', values.orders, 0, MAX_ROWS);
  const seed = values['random-seed'];
  const random = createRandom(readWholeNumber('--random-seed', seed, 0, MAX_RANDOM_SEED));
  if (pets + orders === 0) throw new Error('Pass --pets N, --orders N or both.');

  const database = await openMigratedDatabase(readConfig(process.env).DATABASE_URL);
  try {
    await addPets(database.client, pets, random);
    await addOrders(database.client, orders, random);
  } finally {
    await database.close();
  }
  process.stderr.write(`To generate the same data again: --random-seed ${seed}\n`);
}

async function addPets({ pet }: PrismaClient, count: number, random: Random) {
  await inBatches('animals', count, (size) => {
    const data = Array.from({ length: size }, () => makePet(random));
    return pet.createMany({ data });
  });
}

async function addOrders({ pet, order }: PrismaClient, count: number, random: Random) {
  if (count === 0) return;
  const newest = { select: { id: true }, orderBy: { id: 'desc' }, take: ORDERED_PETS } as const;
  const petIds = (await pet.findMany(newest)).map(({ id }) => id);
  if (petIds.length === 0) throw new Error('There are no animals to order: add some with --pets.');
  await inBatches('orders', count, (size, done) => {
    const data = Array.from({ length: size }, (_, i) => ({
      petId: pick(petIds, random),
      quantity: pick(QUANTITIES, random),
      status: pick(ORDER_STATUSES, random),
      // Later orders have higher ids.
      createdAt: new Date(FIRST_ORDER_AT_MS + ((done + i + random()) / count) * ORDERS_SPAN_MS),
    }));
    return order.createMany({ data });
  });
}

function makePet(random: Random) {
  const category = Math.floor(random() * KINDS.length);
  const kind = pick(KINDS[category] as string[], random);
  return {
    name: `${pick(NAMES, random)} the ${kind}`,
    categoryId: BigInt(category + 1),
    status: pick(PET_STATUSES, random),
  };
}

/** Each batch is one transaction: an interruption loses only the batch in progress. */
async function inBatches(
  noun: string,
  count: number,
  insert: (size: number, done: number) => Promise<unknown>,
) {
  for (let done = 0; done < count; ) {
    const size = Math.min(ROWS_PER_TRANSACTION, count - done);
    await insert(size, done);
    done += size;
    showProgress(noun, done, count);
  }
}

/** On a terminal, rewrites one line; elsewhere, writes a line for every tenth. */
function showProgress(noun: string, done: number, count: number) {
  const line = `${done} of ${count} ${noun}`;
  const tenths = Math.floor((done * 10) / count);
  const tenthsBefore = Math.floor(((done - ROWS_PER_TRANSACTION) * 10) / count);
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === count ? '\n' : ''}`);
  else if (tenths > tenthsBefore) process.stderr.write(`${line}\n`);
}

function pick<Value>(values: readonly Value[], random: Random): Value {
  return values[Math.floor(random() * values.length)] as Value;
}

/** The generator mulberry32. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
