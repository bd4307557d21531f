import { setTimeout as wait } from 'node:timers/promises';
import { type Callers, compare, createCallers } from '../servers/callers.ts';
import { type Databases, prepare } from '../servers/databases.ts';
import { launchServer, type Server } from '../servers/server.ts';

/** How long the service runs after the first acknowledged create of a cycle, until it is killed. */
const MIN_LIFE_MS = 20;
const MAX_LIFE_MS = 250;

const WRITERS = 16;

/**
 * Kills the service and the database server during concurrent writes, half of which have an
 * Idempotency-Key.
 *
 * @returns how many animals are lost although their creation was acknowledged, how many exist
 *   twice, and how many have two ids
 */
export async function crash(
  databases: Databases,
  cycles: number,
  onCycle: (cycle: number, acknowledged: number) => void = () => undefined,
) {
  const url = await databases.create('store');
  const key = await prepare(url);
  const callers = createCallers({ key, writers: WRITERS, onStatus });
  const { acknowledged, figures } = callers;
  let fewestInACycle = Number.POSITIVE_INFINITY;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const before = acknowledged.size;
    await runUntilKilled(await launchServer({ DATABASE_URL: url }), callers);
    await databases.crash();
    fewestInACycle = Math.min(fewestInACycle, acknowledged.size - before);
    onCycle(cycle, acknowledged.size);
  }
  // Repeats the creates that have no response yet, so that they count too.
  const service = await launchServer({ DATABASE_URL: url });
  await callers.run(service.origin).finally(() => service.end('SIGTERM'));
  const found = await compare(url, acknowledged);
  return { cycles, acknowledged: acknowledged.size, fewestInACycle, ...figures, ...found };
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
