import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { serviceUnavailable } from '../../src/contract/index.ts';
import { openStore } from '../helper.ts';
import { compare, createCallers } from '../support/callers.ts';
import { temporaryFolder } from '../support/databases.ts';
import {
  type Instances,
  shippedBalancer,
  shippedDrainSeconds,
  startBalancer,
} from '../support/servers/balancers.ts';
import { openDatabases, prepare, QUICK } from '../support/servers/databases.ts';
import { startInstances } from '../support/servers/instances.ts';
import { until } from '../support/until.ts';

/*
 * What compose.yaml ships: three instances behind HAProxy, which are replaced one after the other while
 * customers call them.
 */

async function startInFront(t: Test, instances: Instances) {
  const balancer = await startBalancer('haproxy', instances);
  if (!balancer) return skip(t, 'HAProxy');
  t.teardown(() => balancer.stop());
  return `http://127.0.0.1:${balancer.port}`;
}

/** The application in this process, behind the balancer. */
async function openBehind(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, { TRUST_PROXY: '127.0.0.1', ...settings });
  await store.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = store.app.server.address() as { port: number };
  const origin = await startInFront(t, { port, addresses: () => ['127.0.0.1'] });
  return origin && { ...store, origin };
}

function skip(t: Test, missing: string) {
  if (process.env.CI) throw new Error(`CI needs ${missing}.`);
  t.comment(`skipped: ${missing} is not installed on this machine`);
  return undefined;
}

t.test('loses no request in a rolling restart behind the shipped balancer', async (t) => {
  const databases = await openDatabases('postgresql', QUICK);
  if (!databases) return skip(t, 'PostgreSQL');
  t.teardown(() => databases.close());
  const url = await databases.create('store');
  const key = await prepare(url, 20);
  const instances = await startInstances({
    // On a machine with other work.
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
    DATABASE_URL: url,
    DRAIN_SECONDS: shippedDrainSeconds(),
  });
  t.teardown(() => instances.kill());
  const origin = await startInFront(t, instances);
  if (!origin) return;

  const failed: string[] = [];
  const onStatus = (status: number, request: string) => {
    if (status !== 200 && status !== 201) failed.push(`${status} ${request}`);
  };
  const callers = createCallers({ key, writers: 4, readers: 2, pauseMs: 60, onStatus });
  const restarted = new AbortController();
  const calling = callers.run(origin, restarted.signal);
  await instances.replaceAll().finally(() => restarted.abort());
  await calling;
  t.strictSame(failed, []);
  t.ok(callers.acknowledged.size > 0);
  t.equal(callers.figures.contradictions, 0);
  t.match(await compare(url, callers.acknowledged), { lost: 0, twice: 0 });
});

t.test(
  'callers get a response of the contract while no instance is ready, and while none runs',
  async (t) => {
    const store = await openBehind(t);
    if (!store) return;
    const { app, key, origin } = store;
    const get = () => fetch(`${origin}/v1/pets`, { headers: { authorization: `Bearer ${key}` } });
    app.shutdown.begin();
    await until(async () => (await fetch(`${origin}/readyz`)).status === 503);
    t.equal((await get()).status, 200);
    await app.close();
    const response = await get();
    t.equal(response.status, 503);
    t.match(response.headers.get('retry-after'), /^\d+$/);
    t.strictSame(await response.json(), JSON.parse(serviceUnavailable.body));
  },
);

t.test('an address that a client has made up is not believed', async (t) => {
  const store = await openBehind(t, { ANONYMOUS_PER_MINUTE: '1' });
  if (!store) return;
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': address };
    statuses.push((await fetch(`${store.origin}/v1/pets`, { headers })).status);
  }
  t.strictSame(statuses, [401, 429, 429]);
});

t.test('the configuration of the balancer is valid as it is shipped', async (t) => {
  const file = join(await temporaryFolder(t), 'haproxy.cfg');
  await writeFile(file, shippedBalancer());
  const env = { PATH: `${process.env.PATH}:/usr/sbin` };
  const { error, status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { env });
  if (error) return skip(t, 'HAProxy');
  t.equal(status, 0, String(stderr));
  t.notMatch(String(stderr), /WARNING/);
});
