import { type Databases, prepare } from '../testbed/databases.ts';
import { type ServerOptions, startServer } from '../testbed/server.ts';
import { median } from '../testbed/statistics.ts';
import { describeRows } from './rows.ts';

/** Two equal databases: one for the service, one for the bare server. */
export type Stores = Awaited<ReturnType<typeof makeStores>>;
/** The service and the bare server, each on its own database. */
export type Pair = Awaited<ReturnType<typeof startPair>>;

/** How many animals precede the deep page, if there are as many. */
const DEPTH = 20_000;
const LONGEST_PAGE = 100;

let made = 0;

export async function makeStores(databases: Databases, animals: number) {
  made += 1;
  const [service, bare] = [
    await databases.create(`service${made}`),
    await databases.create(`bare${made}`),
  ];
  const key = await prepare(service, animals);
  await prepare(bare, animals);
  return { animals, service, bare, key };
}

export async function startPair(stores: Stores, options?: ServerOptions) {
  const { animals, key } = stores;
  // Every request of the 401 row comes from the same address, and none may be rejected with 429.
  const settings = { ANONYMOUS_PER_MINUTE: '1000000', DATABASE_URL: stores.service };
  const service = await startServer(key, settings, options);
  const script = 'scripts/bench/measured/bare-server.ts';
  const bare = await startServer(key, { DATABASE_URL: stores.bare, BENCH_KEY: key }, { script });
  const deepPath = await findDeepPage(service.origin, stores);
  return {
    animals,
    service,
    bare,
    rows: describeRows(key, animals, deepPath),
    stop: () => Promise.all([service.stop(), bare.stop()]),
  };
}

/** The time from the start of each process to the first response, in milliseconds. */
export async function measureStarts(stores: Stores, rounds: number) {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const pair = await startPair(stores);
    pairs.push(pair);
    await pair.stop();
  }
  const medianOf = (name: 'service' | 'bare') => median(pairs.map((pair) => pair[name].startMs));
  return { service: medianOf('service'), bare: medianOf('bare') };
}

/** Follows the pages, since only the service can issue a cursor. @returns the path of a deep page of 20 */
async function findDeepPage(origin: string, { animals, key }: Stores): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const depth = Math.min(DEPTH, animals - LONGEST_PAGE);
  let path = `/v1/pets?limit=${LONGEST_PAGE}`;
  for (let seen = 0; seen < depth; seen += LONGEST_PAGE) {
    const response = await fetch(`${origin}${path}`, { headers });
    await response.text();
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? path;
  }
  return path.replace(`limit=${LONGEST_PAGE}`, 'limit=20');
}
