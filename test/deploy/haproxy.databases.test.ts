// Instances behind HAProxy, as they are shipped.

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { errors } from '../../src/platform/errors/index.ts';
import { openSample } from '../helper.ts';
import { NEEDS_HAPROXY, startBalancer } from '../support/balancer.ts';
import { startNameServer } from '../support/name-server.ts';
import {
  exchange,
  isServed,
  listen,
  openConnection,
  readResponses,
  requestText,
} from '../support/raw-http.ts';
import { PATH } from '../support/scripts.ts';
import { compare, createCallers } from '../support/servers/callers.ts';
import { prepare } from '../support/servers/databases.ts';
import { freePort } from '../support/servers/ports.ts';
import { DATABASE_PATIENCE, launchServer } from '../support/servers/server.ts';
import { openPostgres } from '../support/test-postgres.ts';
import { until } from '../support/until.ts';

/** On a busy machine an instance may reject a request by itself, though hardly in each attempt. */
const MAX_ATTEMPTS = 3;

const { url, NEEDS_POSTGRES } = await openPostgres();
const NEEDS_BOTH = { skip: NEEDS_POSTGRES.skip || NEEDS_HAPROXY.skip };

/** Opens the application of this process behind the balancer. */
async function openBehind(t: Test, settings: Record<string, string> = {}) {
  const store = await openSample(t, { TRUST_PROXY: '127.0.0.1', ...settings });
  const port = await startBalancer(t, `127.0.0.1:${await listen(store.app)}`);
  return { ...store, port, origin: `http://127.0.0.1:${port}` };
}

/** Only on Linux a machine has more than one address of its own. */
const HOSTS = ['127.0.0.11', '127.0.0.12'];
const NEW_HOSTS = ['127.0.0.13', '127.0.0.14'];

/** Starts two instances, each at an address of its own. They run until the test ends. */
async function startInstances(t: Test, settings: Readonly<Record<string, string>>) {
  const PORT = String(await freePort());
  const addresses = new Set<string>();
  const start = (HOST: string) => {
    addresses.add(HOST);
    return launchServer({ ...settings, TRUST_PROXY: '127.0.0.0/8', HOST, PORT });
  };
  let running = await Promise.all(HOSTS.map(start));
  let hosts = HOSTS;
  t.teardown(() => Promise.all(running.map((server) => server.end('SIGKILL'))));
  return {
    addresses,
    port: PORT,
    /** Starts others beside them, then stops them all at once: as OPERATIONS.md says. */
    async replaceAll() {
      const [old, oldHosts] = [running, hosts];
      hosts = hosts === HOSTS ? NEW_HOSTS : HOSTS;
      running = await Promise.all(hosts.map(start));
      const ended = await Promise.all(old.map((server) => server.end('SIGTERM')));
      for (const host of oldHosts) addresses.delete(host);
      t.strictSame(
        ended.map(({ code }) => code),
        [0, 0],
      );
    },
  };
}

t.test('loses no request in a rolling restart', NEEDS_BOTH, async (t) => {
  const key = await prepare(url, 20);
  const [, drainSeconds = ''] =
    /DRAIN_SECONDS: "(\d+)"/.exec(await readFile('compose.yaml', 'utf8')) ?? [];
  const instances = await startInstances(t, {
    ...DATABASE_PATIENCE,
    DATABASE_URL: url,
    DRAIN_SECONDS: drainSeconds,
  });
  const nameServer = await startNameServer(t, instances.addresses);
  const port = await startBalancer(t, {
    API_NAME: `api:${instances.port}`,
    NAME_SERVER: `127.0.0.1:${nameServer}`,
  });
  const origin = `http://127.0.0.1:${port}`;

  let failed: string[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    failed = [];
    const onStatus = (status: number, request: string) => {
      if (status !== 200 && status !== 201) failed.push(`${status} ${request}`);
    };
    const callers = createCallers({ key, writers: 4, readers: 2, pauseMs: 60, onStatus });
    const restarted = new AbortController();
    const calling = callers.run(origin, restarted.signal);
    await instances.replaceAll().finally(() => restarted.abort());
    await calling;
    t.ok(callers.acknowledged.size > 0);
    t.equal(callers.figures.contradictions, 0);
    t.match(await compare(url, callers.acknowledged), { lost: 0, twice: 0 });
    if (failed.length === 0) break;
  }
  t.strictSame(failed, []);
});

t.test('returns an error of the contract while no instance runs', NEEDS_HAPROXY, async (t) => {
  const { app, key, stop, origin } = await openBehind(t);
  const get = () => fetch(`${origin}/v1/widgets`, { headers: { authorization: `Bearer ${key}` } });
  stop.abort();
  await until(async () => (await fetch(`${origin}/readyz`)).status === 503);
  t.equal((await get()).status, 200, 'while none is ready');
  await app.close();
  const response = await get();
  t.equal(response.status, 503);
  t.match(response.headers.get('retry-after'), /^\d+$/);
  t.strictSame(await response.json(), JSON.parse(errors.serviceUnavailable.body));
});

t.test('returns an error of the contract for a body that is late', NEEDS_HAPROXY, async (t) => {
  const { key, port } = await openBehind(t);
  const begun = requestText(key, 'POST', '/v1/widgets', 'Content-Length: 2');
  const [response] = readResponses(await exchange(port, `${begun}{`));
  t.match(response, {
    statusCode: 408,
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.parse(errors.requestTimeout.body),
  });
});

t.test('bounds the connections of an address that nobody can forge', NEEDS_HAPROXY, async (t) => {
  const { origin, port } = await openBehind(t, { ANONYMOUS_PER_MINUTE: '1' });
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': address };
    statuses.push((await fetch(`${origin}/v1/widgets`, { headers })).status);
  }
  t.strictSame(statuses, [401, 429, 429]);
  const openFrom = (address: string) => openConnection(t, port, address).catch(() => undefined);
  const isServedFrom = async (address: string) => {
    const connection = await openFrom(address);
    return connection !== undefined && isServed(connection);
  };
  const burst = await Promise.all(Array.from({ length: 250 }, () => openFrom('127.0.0.2')));
  const open = burst.filter((connection) => connection !== undefined);
  const all = await Promise.all(open.map(isServed));
  t.equal(all.filter(Boolean).length, 200);
  t.equal(await isServedFrom('127.0.0.3'), true, 'others notice nothing');
  t.equal(await isServedFrom('127.0.0.2'), false);
  // Not by the instance, which keeps idle connections for longer.
  await Promise.all(open.map(({ closed }) => closed));
  await until(() => isServedFrom('127.0.0.2'));
  const told = open.flatMap(
    ({ received }) => /^keep-alive: timeout=(\d+)/im.exec(received)?.[1] ?? [],
  );
  t.strictSame(new Set(told.map((seconds) => Number(seconds) < 5)), new Set([true]));
});

t.test('speaks no HTTP/2, whose streams nothing bounds', NEEDS_HAPROXY, async (t) => {
  const { key, port } = await openBehind(t);
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0';
  t.match(await exchange(port, preface, /./s), /^(?:HTTP\/1\.1 400 |$)/);
  const upgrade = [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ];
  const request = requestText(key, 'GET', '/v1/widgets', ...upgrade);
  t.match(await exchange(port, request, /\]$/), /^HTTP\/1\.1 200 /);
});

t.test('deploy/haproxy.cfg is valid for two addresses and for a name', NEEDS_HAPROXY, async (t) => {
  for (const settings of [
    {},
    { API_1: '192.0.2.1:3000', API_2: '[2001:db8::1]:3000', MAX_CONNECTIONS_PER_ADDRESS: '1000' },
    { API_NAME: 'api:3000', MAX_CONNECTIONS_PER_ADDRESS: '0' },
  ]) {
    const options = { env: { PATH, ...settings } };
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy.cfg'], options);
    t.equal(status, 0, String(stderr));
    t.notMatch(String(stderr), /WARNING/);
  }
});
