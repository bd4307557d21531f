import { SERVER_FILE } from '../testbed/built-service.ts';
import { sendOnce } from './load.ts';
import { type Server, startServer } from './processes.ts';
import { describeRows, type Rows, request } from './rows.ts';
import type { StorePair } from './stores.ts';

/** The service and the bare server, each on one of two equal databases. */
export interface Pair {
  readonly service: Server;
  readonly bare: Server;
  readonly rows: Rows;
  stop(): Promise<void>;
}

/** How many animals precede the deep page, if there are as many. */
const DEPTH = 20_000;
const LONGEST_PAGE = 100;
/** Every request of the 401 row comes from the same address, and none may be rejected with 429. */
const SETTINGS = { ANONYMOUS_PER_MINUTE: '1000000' };

/** @param script the service: the bundle, or its source */
export async function startPair(store: StorePair, script = SERVER_FILE): Promise<Pair> {
  const service = await startService(store, script);
  const bare = await startBare(store);
  const deepPath = await findPage(service.port, store);
  return {
    service,
    bare,
    rows: describeRows(store.key, store.animals, deepPath),
    stop: async () => void (await Promise.all([service.stop(), bare.stop()])),
  };
}

export function startService(store: StorePair, script = SERVER_FILE): Promise<Server> {
  const settings = { ...SETTINGS, DATABASE_URL: store.service };
  return startServer(script, settings, firstRequest(store));
}

export function startBare(store: StorePair): Promise<Server> {
  const settings = { DATABASE_URL: store.bare, BENCH_KEY: store.key };
  return startServer('scripts/bench/measured/bare-server.ts', settings, firstRequest(store));
}

function firstRequest({ key }: StorePair) {
  return get('/v1/pets', key);
}

function get(path: string, key: string) {
  return request('GET', path, 200, `Authorization: Bearer ${key}\r\n`);
}

/** Follows the pages, since only the service can issue a cursor. @returns the path of a deep page of 20 */
async function findPage(port: number, { animals, key }: StorePair): Promise<string> {
  const depth = Math.min(DEPTH, animals - LONGEST_PAGE);
  let path = `/v1/pets?limit=${LONGEST_PAGE}`;
  for (let seen = 0; seen < depth; seen += LONGEST_PAGE) {
    const { headers } = await sendOnce(port, get(path, key));
    path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? path;
  }
  return path.replace(`limit=${LONGEST_PAGE}`, 'limit=20');
}
