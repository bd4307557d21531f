import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { compare, createCallers } from '../../scripts/servers/callers.ts';
import { openDatabases, prepare, QUICK } from '../../scripts/servers/databases.ts';
import { serviceUnavailable } from '../../src/contract/errors.ts';
import { openStore } from '../helper.ts';
import { exchange, requestText } from '../support/raw-http.ts';
import { missing, PATH, shippedDrainSeconds, startBalancer } from '../support/servers/balancers.ts';
import { startInstances } from '../support/servers/instances.ts';
import { until } from '../support/until.ts';

/*
 * What is shipped: instances behind HAProxy, which are replaced one after the other while customers call them.
 */

/** On a machine with much other work an instance may reject a request by itself, though hardly each time. */
const MAX_ATTEMPTS = 3;

/** The application in this process, behind the balancer. */
async function openBehind(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, { TRUST_PROXY: '127.0.0.1', ...settings });
  await store.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = store.app.server.address() as { port: number };
  const balancer = await startBalancer(t, [`127.0.0.1:${port}`]);
  return balancer && { ...store, ...balancer, origin: `http://127.0.0.1:${balancer.port}` };
}

t.test('loses no request in a rolling restart behind the shipped balancer', async (t) => {
  const databases = await openDatabases('postgresql', QUICK);
  if (!databases) return missing(t, 'PostgreSQL');
  t.teardown(() => databases.close());
  const url = await databases.create('store');
  const key = await prepare(url, 20);
  const instances = await startInstances({
    // On a machine with other work.
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
    DATABASE_URL: url,
    DRAIN_SECONDS: await shippedDrainSeconds(),
  });
  t.teardown(() => instances.kill());
  const balancer = await startBalancer(t, instances.addresses);
  if (!balancer) return;
  const origin = `http://127.0.0.1:${balancer.port}`;

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

t.test('returns an error of the contract while no instance is ready, or none runs', async (t) => {
  const store = await openBehind(t);
  if (!store) return;
  const { app, key, origin } = store;
  const get = () => fetch(`${origin}/v1/pets`, { headers: { authorization: `Bearer ${key}` } });
  app.shutdown.hasBegun = true;
  await until(async () => (await fetch(`${origin}/readyz`)).status === 503);
  t.equal((await get()).status, 200);
  await app.close();
  const response = await get();
  t.equal(response.status, 503);
  t.match(response.headers.get('retry-after'), /^\d+$/);
  t.strictSame(await response.json(), JSON.parse(serviceUnavailable.body));
});

t.test('bounds the connections of an address, which nobody can make up', async (t) => {
  const store = await openBehind(t, { ANONYMOUS_PER_MINUTE: '1' });
  if (!store) return;
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': address };
    statuses.push((await fetch(`${store.origin}/v1/pets`, { headers })).status);
  }
  t.strictSame(statuses, [401, 429, 429]);
  const isServed = (localAddress: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port: store.port, host: '127.0.0.1', localAddress });
      t.teardown(() => socket.destroy());
      socket.on('error', () => undefined).once('close', () => resolve(false));
      socket.resume().write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
      socket.once('data', () => resolve(true));
    });
  const all = await Promise.all(Array.from({ length: 250 }, () => isServed('127.0.0.2')));
  t.equal(all.filter(Boolean).length, 200);
  t.equal(await isServed('127.0.0.3'), true);
});

t.test('speaks no HTTP/2, whose streams nothing bounds', async (t) => {
  const store = await openBehind(t);
  if (!store) return;
  const settings = '\0\0\0\x04\0\0\0\0\0';
  const received = await exchange(store.port, `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${settings}`, /./s);
  t.match(received, /^(?:HTTP\/1\.1 400 |$)/);
  const upgrade = [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ];
  const request = requestText(store.key, 'GET', '/v1/pets', ...upgrade);
  t.match(await exchange(store.port, request, /\]$/), /^HTTP\/1\.1 200 /);
});

t.test('deploy/haproxy.cfg is valid for two addresses and for a name', async (t) => {
  for (const settings of [
    {},
    { API_1: '192.0.2.1:3000', API_2: '[2001:db8::1]:3000', MAX_CONNECTIONS_PER_ADDRESS: '1000' },
    { API_NAME: 'api:3000', MAX_CONNECTIONS_PER_ADDRESS: '0' },
  ]) {
    const env = { PATH, ...settings };
    const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', 'deploy/haproxy.cfg'], {
      env,
    });
    if (error) return missing(t, 'HAProxy');
    t.equal(status, 0, String(stderr));
    t.notMatch(String(stderr), /WARNING/);
  }
});
