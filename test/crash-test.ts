// `npm run crash-test`: kills the server and its PostgreSQL during writes, and looks for losses.

import { setTimeout as wait } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { wholeNumber } from '../scripts/arguments.ts';
import type { Provider } from '../src/platform/database/index.ts';
import { type Callers, compare, createCallers } from './support/servers/callers.ts';
import { type Databases, openDatabases, prepare } from './support/servers/databases.ts';
import { launchServer, type Server } from './support/servers/server.ts';

/** How long the service runs after the first acknowledged create of a cycle, until it is killed. */
const MIN_LIFE_MS = 20;
const MAX_LIFE_MS = 250;

const WRITERS = 16;

export async function main() {
  const { cycles, database } = new Command('npm run crash-test --')
    .description(
      'Kills the server, and its PostgreSQL, during writes and checks that no widget is lost.',
    )
    .option('--cycles <n>', 'how often to kill the server', wholeNumber(1, 100_000), 200)
    .addOption(
      new Option('--database <name>', 'database to use')
        .choices(['sqlite', 'postgresql'])
        .default('sqlite'),
    )
    .parse()
    .opts<{ cycles: number; database: Provider }>();
  const databases = await openDatabases(database);
  if (!databases) throw new Error('PostgreSQL is not installed on this machine.');
  const found = await crash(databases, cycles).finally(databases.close);
  process.stdout.write(`${JSON.stringify(found)}\n`);
  const { lost, twice, contradictions } = found;
  if (lost + twice + contradictions === 0) return;
  throw new Error(
    `${lost} widgets are lost, ${twice} exist twice, ${contradictions} have two ids.`,
  );
}

/**
 * Kills the service and the database server during concurrent writes, half of which have an
 * Idempotency-Key.
 *
 * @returns how many widgets are lost although their creation was acknowledged, how many exist
 *   twice, and how many have two ids
 */
async function crash(databases: Databases, cycles: number) {
  const url = await databases.create('store');
  const key = await prepare(url);
  const callers = createCallers({ key, writers: WRITERS, onStatus });
  const { acknowledged, figures } = callers;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    await runUntilKilled(await launchServer({ DATABASE_URL: url }), callers);
    await databases.crash();
    process.stderr.write(`cycle ${cycle} of ${cycles}: ${acknowledged.size} acknowledged\n`);
  }
  // Repeats the creates that have no response yet, so that they count too.
  const service = await launchServer({ DATABASE_URL: url });
  await callers.run(service.origin).finally(() => service.end('SIGTERM'));
  const found = await compare(url, acknowledged);
  return { cycles, acknowledged: acknowledged.size, ...figures, ...found };
}

async function runUntilKilled(service: Server, callers: Callers) {
  const killed = new AbortController();
  const acknowledged = callers.nextAcknowledged();
  const writing = callers.run(service.origin, killed.signal);
  try {
    await Promise.race([acknowledged, writing]);
    await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
  } finally {
    killed.abort();
    await service.end('SIGKILL');
  }
  await writing;
}

/** @throws on a status that a crash does not explain */
function onStatus(status: number) {
  if (![0, 201, 409, 503].includes(status)) throw new Error(`A create returned ${status}.`);
}
