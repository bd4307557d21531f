import { openPipeline, requestText } from '../testbed/pipeline.ts';
import { type Server, type ServerOptions, startServer } from '../testbed/server.ts';
import { median } from '../testbed/statistics.ts';
import type { Keys } from './keys.ts';
import { followPages } from './pages.ts';
import { describeRows } from './rows.ts';
import type { Stores } from './stores.ts';

/** The service, a server that returns the same responses, and one that returns only their bodies. */
export const SERVER_NAMES = ['service', 'same', 'lean'] as const;

export type ServerName = (typeof SERVER_NAMES)[number];
export type OfEach<Value> = Readonly<Record<ServerName, Value>>;

/** The servers, each on its own database, and what they are asked. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

export async function startServers(stores: Stores, options?: ServerOptions) {
  const { animals, keys, databases } = stores;
  const all = await launch(stores, options);
  for (const { port } of Object.values(all)) await spend(port, keys);
  const pages = await followPages(all.service.origin, keys.unlimited, animals);
  return {
    ...all,
    animals,
    databases,
    rows: describeRows(keys, animals, pages),
    stop: () => stop(all),
  };
}

/** The time from the start of each process to the first response, in milliseconds. */
export async function measureStarts(stores: Stores, rounds: number): Promise<OfEach<number>> {
  const started: OfEach<Server>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const all = await launch(stores);
    started.push(all);
    await stop(all);
  }
  const medianOf = (name: ServerName) => median(started.map((all) => all[name].startMs));
  return { service: medianOf('service'), same: medianOf('same'), lean: medianOf('lean') };
}

/**
 * Starts the service on one of its databases. All requests come from one address, and none may be
 * rejected because the machine is busy.
 */
export function startService(
  databaseUrl: string,
  keys: Keys,
  settings: Readonly<Record<string, string>> = {},
  options?: ServerOptions,
): Promise<Server> {
  const generous = {
    DATABASE_URL: databaseUrl,
    ANONYMOUS_PER_MINUTE: '1000000',
    BAN_AFTER_REFUSALS: '1000000',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  };
  return startServer(keys.unlimited, { ...generous, ...settings }, options);
}

async function launch(stores: Stores, options?: ServerOptions): Promise<OfEach<Server>> {
  return {
    service: await startService(stores.urls.service, stores.keys, {}, options),
    same: await startBare(stores, 'same'),
    lean: await startBare(stores, 'lean'),
  };
}

function startBare({ keys, urls, callersFile }: Stores, name: 'same' | 'lean'): Promise<Server> {
  const settings = { DATABASE_URL: urls[name], BENCH_CALLERS: callersFile };
  const script = `scripts/bench/measured/${name}-server.ts`;
  return startServer(keys.unlimited, settings, { script });
}

async function stop(all: OfEach<Server>) {
  await Promise.all(SERVER_NAMES.map((name) => all[name].stop()));
}

/** Sends the one request that each of these keys may send. */
async function spend(port: number, { spent }: Keys) {
  const connection = await openPipeline(port);
  for (const key of spent) await connection.send(requestText(key, 'GET', '/v1/pets'));
  connection.close();
}
