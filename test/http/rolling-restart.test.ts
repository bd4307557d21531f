import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { serviceUnavailable } from '../../src/contract/index.ts';
import { openStore } from '../helper.ts';
import { type Call, createCallers } from '../support/callers.ts';
import { compare } from '../support/compare.ts';
import { temporaryFolder } from '../support/databases.ts';
import { PROCESS_SETTINGS } from '../support/scripts.ts';
import { type Instances, startBalancer } from '../support/servers/balancers.ts';
import { shippedBalancer, shippedDrainSeconds } from '../support/servers/compose.ts';
import { openDatabases, prepare, QUICK } from '../support/servers/databases.ts';
import { startInstances } from '../support/servers/instances.ts';

/*
 * What compose.yaml ships: three instances behind HAProxy, which are replaced one after the other while
 * customers call them.
 */

async function startStore(t: Test) {
  const databases = await openDatabases('postgresql', QUICK);
  if (!databases) return skip(t, 'PostgreSQL');
  t.teardown(() => databases.close());
  const url = await databases.create('store');
  const key = await prepare(url, 20);
  const settings = {
    ...PROCESS_SETTINGS,
    // On a machine with other work.
    DATABASE_CONNECT_TIMEOUT_MS: '20000',
    DATABASE_STATEMENT_TIMEOUT_MS: '20000',
    DATABASE_URL: url,
    DRAIN_SECONDS: shippedDrainSeconds(),
  };
  const instances = await startInstances(key, settings);
  t.teardown(() => instances.kill());
  const origin = await startInFront(t, instances);
  return origin && { url, key, instances, origin };
}

async function startInFront(t: Test, instances: Instances) {
  const balancer = await startBalancer('haproxy', instances);
  if (!balancer) return skip(t, 'HAProxy');
  t.teardown(() => balancer.stop());
  return `http://127.0.0.1:${balancer.port}`;
}

function skip(t: Test, missing: string) {
  if (process.env.CI) throw new Error(`CI needs ${missing}.`);
  t.comment(`skipped: ${missing} is not installed on this machine`);
  return undefined;
}

t.test('loses no request in a rolling restart behind the shipped balancer', async (t) => {
  const store = await startStore(t);
  if (!store) return;
  const { url, key, instances, origin } = store;
  const failed: Call[] = [];
  let count = 0;
  const onCall = (call: Call) => {
    count += 1;
    if (call.status !== 200 && call.status !== 201) failed.push(call);
  };
  const callers = createCallers({ key, writers: 6, readers: 4, pauseMs: 10, onCall });
  const restarted = new AbortController();
  const calling = callers.run([origin], restarted.signal);
  await instances.replaceAll();
  restarted.abort();
  await calling;
  t.comment(`${count} requests, ${callers.acknowledged.size} creates`);
  t.strictSame(failed, []);
  t.ok(callers.acknowledged.size > 0);
  t.equal(callers.figures.contradictions, 0);
  t.match(await compare(url, callers.acknowledged), { lost: 0, twice: 0 });
});

t.test(
  'callers get a response of the contract while no instance is ready, and while none runs',
  async (t) => {
    const { app, key } = await openStore(t, { TRUST_PROXY: '127.0.0.1' });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as { port: number };
    const origin = await startInFront(t, { port, addresses: () => ['127.0.0.1'] });
    if (!origin) return;
    const get = () => fetch(`${origin}/v1/pets`, { headers: { authorization: `Bearer ${key}` } });
    app.shutdown.begin();
    while ((await fetch(`${origin}/readyz`)).status !== 503) await wait(20);
    t.equal((await get()).status, 200);
    await app.close();
    const response = await get();
    const { status, headers } = response;
    const payload = await response.text();
    t.match(headers.get('retry-after'), /^\d+$/);
    t.strictSame(JSON.parse(payload), JSON.parse(serviceUnavailable.body));
    t.equal(status, 503);
  },
);

t.test('an address that a client has made up is not believed', async (t) => {
  const settings = { TRUST_PROXY: '127.0.0.1', ANONYMOUS_PER_MINUTE: '1' };
  const { app } = await openStore(t, settings);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const origin = await startInFront(t, { port, addresses: () => ['127.0.0.1'] });
  if (!origin) return;
  const statuses = [];
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    const headers = { 'x-forwarded-for': address };
    statuses.push((await fetch(`${origin}/v1/pets`, { headers })).status);
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
