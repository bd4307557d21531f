import { join } from 'node:path';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { type Databases, prepare } from '../testbed/databases.ts';
import { openPipeline, requestText } from '../testbed/pipeline.ts';
import { type Server, type ServerOptions, startServer } from '../testbed/server.ts';
import { median } from '../testbed/statistics.ts';
import { addKeys, type Keys } from './keys.ts';
import { followPages } from './pages.ts';
import { describeRows } from './rows.ts';

/** The service, a server that returns the same responses, and one that returns only their bodies. */
export const SERVER_NAMES = ['service', 'same', 'lean'] as const;

export type ServerName = (typeof SERVER_NAMES)[number];
export type OfEach<Value> = Readonly<Record<ServerName, Value>>;

/** Equal databases, one for each server. */
export type Stores = Awaited<ReturnType<typeof makeStores>>;
/** The servers, each on its own database. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

let made = 0;

/** @param customers how many customers the requests of a mix come from */
export async function makeStores(databases: Databases, animals: number, customers: number) {
  made += 1;
  const urls = {
    service: await databases.create(`service${made}`),
    same: await databases.create(`same${made}`),
    lean: await databases.create(`lean${made}`),
  };
  const unlimited = await prepare(urls.service, animals);
  await prepare(urls.same, animals);
  await prepare(urls.lean, animals);
  const folder = await createTemporaryFolder();
  const callersFile = join(folder.path, 'callers.json');
  const keys = await addKeys(urls.service, unlimited, customers, callersFile);
  return { animals, urls, keys, callersFile, databases, remove: folder.remove };
}

export async function startServers(stores: Stores, options?: ServerOptions) {
  const { animals, keys, urls, databases } = stores;
  const service = await startServer(keys.unlimited, serviceSettings(stores), options);
  const same = await startBare(stores, 'same');
  const lean = await startBare(stores, 'lean');
  const all: OfEach<Server> = { service, same, lean };
  for (const { port } of Object.values(all)) await spend(port, keys);
  const pages = await followPages(service.origin, keys.unlimited, animals);
  return {
    ...all,
    animals,
    urls,
    databases,
    rows: describeRows(keys, animals, pages),
    stop: () => Promise.all(SERVER_NAMES.map((name) => all[name].stop())),
  };
}

/** All requests come from one address, and none may be rejected because the machine is busy. */
export function serviceSettings({ urls }: Stores): Record<string, string> {
  return {
    DATABASE_URL: urls.service,
    ANONYMOUS_PER_MINUTE: '1000000',
    BAN_AFTER_REFUSALS: '1000000',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  };
}

function startBare({ keys, urls, callersFile }: Stores, name: 'same' | 'lean'): Promise<Server> {
  const settings = { DATABASE_URL: urls[name], BENCH_CALLERS: callersFile };
  return startServer(keys.unlimited, settings, {
    script: `scripts/bench/measured/${name}-server.ts`,
  });
}

/** Sends the one request that each of these keys may send. */
async function spend(port: number, { spent }: Keys) {
  const connection = await openPipeline(port);
  for (const key of spent) await connection.send(requestText(key, 'GET', '/v1/pets'));
  connection.close();
}

/** The time from the start of each process to the first response, in milliseconds. */
export async function measureStarts(stores: Stores, rounds: number): Promise<OfEach<number>> {
  const started: Servers[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const servers = await startServers(stores);
    started.push(servers);
    await servers.stop();
  }
  const medianOf = (name: ServerName) => median(started.map((servers) => servers[name].startMs));
  return { service: medianOf('service'), same: medianOf('same'), lean: medianOf('lean') };
}
