import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { applyMigrations, openDatabase } from '../../src/database/index.ts';
import { readWholeNumber } from '../arguments.ts';
import { createUnlimitedKey, startBuiltService } from '../testbed/built-service.ts';
import { postgresql, sqlite, type Target } from './targets.ts';
import { createWriters, type Writers } from './writers.ts';

const HELP = `Kills the service under concurrent writes, again and again. Fails if an animal is lost whose
creation was acknowledged, or if one exists twice.

  npm run crash-test -- [--cycles 200] [--database sqlite|postgresql] [--writers 16]

The PostgreSQL server is started from the binaries on this machine and killed with the service.
`;

/** How long the service runs before it is killed, from the first create that it acknowledges in a cycle. */
const MIN_LIFE_MS = 20;
const MAX_LIFE_MS = 250;

const DATABASES = new Map([
  ['sqlite', sqlite],
  ['postgresql', postgresql],
]);

await main(process.argv.slice(2));

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      cycles: { type: 'string', default: '200' },
      database: { type: 'string', default: 'sqlite' },
      writers: { type: 'string', default: '16' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const cycles = readWholeNumber('--cycles', values.cycles, 1, 100_000);
  const writers = readWholeNumber('--writers', values.writers, 1, 1_000);
  const open = DATABASES.get(values.database);
  if (!open) throw new Error(`--database must be one of ${[...DATABASES.keys()].join(', ')}.`);
  const target = await open();
  try {
    return await crash(target, cycles, createWriters(writers));
  } finally {
    await target.remove();
  }
}

async function crash(target: Target, cycles: number, writers: Writers) {
  await applyMigrations(target.url);
  const key = await createUnlimitedKey(target.url);
  let fewest = Number.POSITIVE_INFINITY;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const before = writers.acknowledged.size;
    await runUntilKilled(target, writers, key);
    const { size } = writers.acknowledged;
    fewest = Math.min(fewest, size - before);
    process.stderr.write(`cycle ${cycle} of ${cycles}: ${size} acknowledged\n`);
  }
  await finish(target, writers, key);
  const figures = {
    cycles,
    acknowledged: writers.acknowledged.size,
    fewestInACycle: fewest,
    retries: writers.retries,
    contradictions: writers.contradictions,
    ...(await compare(target.url, writers.acknowledged)),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  const { lost, twice, contradictions } = figures;
  if (lost + twice + contradictions === 0) return;
  throw new Error(
    `${lost} animals are lost, ${twice} exist twice, ${contradictions} have two ids.`,
  );
}

async function runUntilKilled(target: Target, writers: Writers, key: string) {
  const { origin, end } = await startBuiltService(target.url);
  const killed = new AbortController();
  const acknowledged = writers.nextAcknowledged();
  const writing = writers.write(origin, key, killed.signal);
  await Promise.race([acknowledged, writing]);
  await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
  const ended = end('SIGKILL');
  killed.abort();
  await Promise.all([ended, writing]);
  await target.crash();
}

/** Repeats the creates that have no response yet, so that they count too. */
async function finish(target: Target, writers: Writers, key: string) {
  const { origin, end } = await startBuiltService(target.url);
  await writers.write(origin, key);
  await end('SIGTERM');
}

/** Compares what the database holds with what was acknowledged. */
async function compare(url: string, acknowledged: ReadonlyMap<string, bigint>) {
  const database = await openDatabase(url);
  const pets = await database.client.pet.findMany({ select: { id: true, name: true } });
  await database.close();
  const stored = new Map(pets.map(({ id, name }) => [name, id]));
  const lost = [...acknowledged].filter(([name, id]) => stored.get(name) !== id).length;
  return { stored: pets.length, lost, twice: pets.length - stored.size };
}
