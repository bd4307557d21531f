// Callers that take what they can get, while a customer calls from another address: directly, where
// it may have to try again, and through the shipped balancer, where its first attempt succeeds.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { createCustomer } from '../../../src/platform/keys/index.ts';
import { NEEDS_HAPROXY, startBalancer } from '../../support/balancer.ts';
import { createDatabase } from '../../support/databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { startServer } from '../../support/processes.ts';
import { requestText } from '../../support/raw-http.ts';
import { prepare } from '../../support/servers/databases.ts';
import type { Server } from '../../support/servers/server.ts';
import { openDatabase } from '../../support/service-database.ts';

interface Attack {
  /** How many connections are kept open. One that is closed is opened again. */
  readonly connections: number;
  /** Sent first on each connection. */
  readonly bytes: (keys: Keys) => string;
  /** Sent then, again and again. */
  readonly repeated: string;
}

/** API keys: one without a plan's limits, and one on a plan. */
interface Keys {
  readonly unlimited: string;
  readonly limited: string;
}

/** Almost the largest head. */
const QUERY_BYTES = 15_000;
const PAGE = requestText('', 'GET', '/docs');
const ANONYMOUS = requestText('', 'GET', '/v1/widgets');
/** As many as fit into a header. */
const FIELDS = Array.from({ length: 1_900 }, (_, i) => `x${i}:\r\n`).join('');
const list = (key: string) => requestText(key, 'GET', '/v1/widgets?limit=100');
/** The head of a request to add a widget, with this field for the length of its body. */
const creation = (key: string, length: string) =>
  requestText(key, 'POST', '/v1/widgets').replace(
    /\r\n$/,
    `Content-Type: application/json\r\n${length}\r\n\r\n`,
  );

/** Queries with many names, with one name, without a name, and with a long value. */
const QUERIES = [
  (i: number) => `${i.toString(36)}=&`,
  (i: number) => `%ff${i}=%41&`,
  () => 'limit=1&',
  () => '&',
  (i: number) => (i === 0 ? 'cursor=' : '%41'),
].map((part) => {
  const parts = Array.from({ length: QUERY_BYTES }, (_, i) => part(i));
  return parts.join('').slice(0, QUERY_BYTES);
});

const ATTACKS: Readonly<Record<string, Attack>> = {
  'unread pages': { connections: 400, bytes: () => PAGE.repeat(127), repeated: PAGE },
  'unread lists': {
    connections: 300,
    bytes: ({ limited }) => list(limited).repeat(58),
    repeated: ANONYMOUS,
  },
  pipelines: { connections: 300, bytes: () => ANONYMOUS.repeat(127), repeated: ANONYMOUS },
  'tiny parts of bodies': {
    connections: 100,
    bytes: ({ unlimited }) =>
      creation(unlimited, 'Transfer-Encoding: chunked') + '1\r\n \r\n'.repeat(64_000),
    repeated: '',
  },
  'unfinished bodies': {
    connections: 600,
    // Far more than the spaces that follow.
    bytes: ({ unlimited }) => creation(unlimited, 'Content-Length: 1000'),
    repeated: ' ',
  },
  'unfinished bodies of 60 kB': {
    connections: 400,
    bytes: ({ unlimited }) => creation(unlimited, 'Content-Length: 61000') + 'x'.repeat(60_000),
    repeated: 'x',
  },
  'long queries': {
    connections: 200,
    bytes: ({ unlimited }) =>
      QUERIES.map((query) => requestText(unlimited, 'GET', `/v1/widgets?${query}`)).join(''),
    // More than may wait: the connection is closed, and another one is opened.
    repeated: ANONYMOUS.repeat(6),
  },
  'slow heads': {
    connections: 800,
    bytes: () => `GET /v1/widgets HTTP/1.1\r\nHost: a\r\nX-Filler: ${'x'.repeat(12_000)}`,
    repeated: 'x',
  },
  'many header fields': {
    connections: 800,
    bytes: () => `GET /v1/widgets HTTP/1.1\r\nHost: a\r\n${FIELDS}`,
    repeated: 'x',
  },
  'silent connections': { connections: 2_500, bytes: () => '', repeated: '' },
};

const [ATTACKER, CUSTOMER] = ['127.0.0.2', '127.0.0.3'];
/** Paths of the customer, and the probe of the balancer. */
const PATHS = ['/v1/widgets?limit=1', '/v1/widgets/1', '/openapi.json', '/readyz'];
const CALLS = 12;
const INTERVAL_MS = 60;
/** Stands for the status of a response after which a call is repeated. */
const SLOW = -1;
/** A later response counts as none. */
const PATIENCE_MS = 60_000;
/** Ordinary runs differ by 80 MB, since garbage waits on a busy machine. */
const MAX_MEMORY_MB = 300;

/** Only Linux has many addresses of its own, and tells the peak memory of a process. */
const NEEDS_LINUX = { skip: process.platform === 'linux' ? false : 'needs Linux' };
const NEEDS_BOTH = { skip: NEEDS_LINUX.skip || NEEDS_HAPROXY.skip };

t.test('directly', NEEDS_LINUX, async (t) => {
  const { service, ...keys } = await startStore(t, {});
  await withstandAll(t, service, service.port, keys, 5);
});

t.test('behind the shipped balancer', NEEDS_BOTH, async (t) => {
  const { service, ...keys } = await startStore(t, { TRUST_PROXY: '127.0.0.1' });
  const port = await startBalancer(t, `127.0.0.1:${service.port}`);
  await withstandAll(t, service, port, keys, 1);
});

/** Starts a store with a hundred widgets with the longest names. */
async function startStore(t: Test, settings: Record<string, string>) {
  const url = await createDatabase();
  const unlimited = await prepare(url, 100);
  const { client, close } = await openDatabase(url, { isTimed: false });
  await client.widget.updateMany({ data: { name: '\u{1f436}'.repeat(255) } });
  const { key: limited } = await createCustomer(keysOf(client), {
    name: 'An attacker',
    plan: 'business',
  });
  const { key: customer } = await createCustomer(keysOf(client), {
    name: 'A customer',
    plan: 'business',
  });
  await close();
  const service = await startServer(t, { DATABASE_URL: url, ...settings });
  return { service, unlimited, limited, customer };
}

async function withstandAll(
  t: Test,
  service: Server,
  port: number,
  keys: Keys & { readonly customer: string },
  attempts: number,
) {
  for (const [name, attack] of Object.entries(ATTACKS)) {
    await t.test(`${name}: another customer is served`, async (t) => {
      const stop = start(attack, port, keys);
      const statuses = await callAll(port, keys.customer, attempts).finally(stop);
      t.strictSame(statuses, Array(CALLS).fill(200));
    });
  }
  const [, peakKb] =
    /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${service.pid}/status`, 'utf8')) ?? [];
  const peakMb = Math.round(Number(peakKb) / 1_024);
  t.ok(peakMb > 0 && peakMb < MAX_MEMORY_MB, `${peakMb} MB at most`);
}

/** Attacks until it is told to stop. */
function start({ connections, bytes, repeated }: Attack, port: number, keys: Keys): () => void {
  const sockets = new Set<Socket>();
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER }).pause();
    sockets.add(socket);
    socket.on('error', () => undefined);
    // A client that does not read learns only by writing that it was cut off.
    const timer = setInterval(() => socket.write(repeated), 500);
    socket.once('connect', () => socket.write(bytes(keys)));
    socket.once('close', () => {
      sockets.delete(socket);
      clearInterval(timer);
      setTimeout(open, 20);
    });
  };
  for (let i = 0; i < connections; i += 1) setTimeout(open, i / 4);
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
}

/** Sends requests, half of them on new connections. @returns their statuses, 0 for no response */
async function callAll(port: number, key: string, attempts: number): Promise<number[]> {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const calls: Promise<number>[] = [];
  for (let i = 0; i < CALLS / 2; i += 1) {
    await wait(INTERVAL_MS);
    const path = PATHS[i % PATHS.length] ?? '';
    for (const agent of [kept, false] as const) calls.push(call(port, agent, path, key, attempts));
  }
  return Promise.all(calls).finally(() => kept.destroy());
}

/**
 * Whether the service itself responds that it is too slow now, to a customer it has identified or
 * to a probe: a machine with other work may give it no time for a second. Nothing else passes for
 * it, not even the balancer's own 503.
 */
function isSlow({ statusCode, headers }: IncomingMessage, body: string): boolean {
  const isOfService = headers['x-ratelimit-limit'] !== undefined || /"unready"/.test(body);
  return statusCode === 503 && isOfService;
}

/** @returns 0 for a response without a body, SLOW if the call is to be repeated */
async function readStatus(request: ClientRequest): Promise<number> {
  const [response] = await once(request, 'response');
  const body = await text(response);
  if (isSlow(response, body)) return SLOW;
  return body === '' ? 0 : response.statusCode;
}

async function call(
  port: number,
  agent: Agent | false,
  path: string,
  key: string,
  attempts: number,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const from = { host: '127.0.0.1', localAddress: CUSTOMER };
  const request = get({ ...from, port, agent, path, headers, signal });
  const status = await readStatus(request).catch(() => 0);
  if (status === 200) return status;
  if (status === SLOW) return call(port, false, path, key, attempts, signal);
  return attempts === 1 ? status : call(port, false, path, key, attempts - 1);
}
