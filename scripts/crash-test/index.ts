import { setTimeout as wait } from 'node:timers/promises';
import { type Call, type Callers, createCallers } from '../../test/support/callers.ts';
import { compare } from '../../test/support/compare.ts';
import { type Databases, openDatabases, prepare } from '../../test/support/servers/databases.ts';
import { killServers, type Server, startServer } from '../../test/support/servers/server.ts';
import { readName, readOptions, readWholeNumber } from '../arguments.ts';

const HELP = `Kills the service under concurrent writes, again and again. Fails if an animal is lost whose
creation was acknowledged, or if one exists twice.

  npm run crash-test -- [--cycles 200] [--database sqlite|postgresql]

The PostgreSQL server is started from the binaries on this machine and killed with the service.
`;

/** How long the service runs before it is killed, from the first create that it acknowledges in a cycle. */
const MIN_LIFE_MS = 20;
const MAX_LIFE_MS = 250;

const WRITERS = 16;
const DATABASES = ['sqlite', 'postgresql'] as const;

await main();

async function main() {
  const values = readOptions(HELP, { cycles: '200', database: 'sqlite' });
  if (!values) return;
  const cycles = readWholeNumber('--cycles', values.cycles, 1, 100_000);
  const provider = readName('--database', values.database, DATABASES);
  const databases = await openDatabases(provider);
  if (!databases) throw new Error('PostgreSQL is not installed on this machine.');
  try {
    await crash(databases, cycles);
  } finally {
    killServers();
    await databases.close();
  }
}

async function crash(databases: Databases, cycles: number) {
  const url = await databases.create('store');
  const key = await prepare(url);
  const callers = createCallers({ key, writers: WRITERS, onCall });
  const { acknowledged, figures } = callers;
  let fewestInACycle = Number.POSITIVE_INFINITY;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const before = acknowledged.size;
    await runUntilKilled(await startServer(key, { DATABASE_URL: url }), callers);
    await databases.crash();
    fewestInACycle = Math.min(fewestInACycle, acknowledged.size - before);
    process.stderr.write(`cycle ${cycle} of ${cycles}: ${acknowledged.size} acknowledged\n`);
  }
  // Repeats the creates that have no response yet, so that they count too.
  const service = await startServer(key, { DATABASE_URL: url });
  await callers.run([service.origin]);
  await service.stop();
  const found = await compare(url, acknowledged);
  const all = { cycles, acknowledged: acknowledged.size, fewestInACycle, ...figures, ...found };
  process.stdout.write(`${JSON.stringify(all)}\n`);
  const { lost, twice, contradictions } = all;
  if (lost + twice + contradictions === 0) return;
  throw new Error(
    `${lost} animals are lost, ${twice} exist twice, ${contradictions} have two ids.`,
  );
}

async function runUntilKilled(service: Server, callers: Callers) {
  const killed = new AbortController();
  const acknowledged = callers.nextAcknowledged();
  const writing = callers.run([service.origin], killed.signal);
  await Promise.race([acknowledged, writing]);
  await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
  const ended = service.kill();
  killed.abort();
  await Promise.all([ended, writing]);
}

/** @throws on a response that repeating the request would not change */
function onCall({ status }: Call) {
  if (![0, 201, 409, 503].includes(status)) throw new Error(`A create returned ${status}.`);
}
