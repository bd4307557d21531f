import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openStore } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { startCluster } from '../support/redis.ts';
import { createAuthority } from '../support/servers/certificates.ts';
import { untilKnown } from '../support/servers/redis-cluster.ts';
import { testConfig } from '../support/test-config.ts';
import { type Observed, undisturbed } from '../support/undisturbed.ts';
import { until } from '../support/until.ts';

/*
 * Counting in a real Redis Cluster.
 */

const CUSTOMERS = 12;
const LIMITS = { perMinute: 1_000_000, perDay: 20 };
const SETTINGS = { LOG_LEVEL: 'info', BAN_AFTER_REFUSALS: '1000' };

/** Two instances that count in a cluster. */
async function openInstances(t: Test, url: string) {
  // The ids of customers are those of another database.
  const settings = { ...SETTINGS, REDIS_URL: url, REDIS_NAMESPACE: randomUUID() };
  const store = await openStore(t, settings);
  const lines: string[] = [];
  const other = await buildApp(testConfig(settings), store.database, {
    write: (line) => lines.push(line),
  });
  t.teardown(() => other.close());
  const apps = [store.app, other];

  /** Calls an instance. @returns the status, and how many requests the day has left */
  async function call(key: string, instance: number): Promise<[status: number, left: number]> {
    const headers = { authorization: `Bearer ${key}` };
    const response = await apps[instance % 2]?.inject({ url: '/v1/pets?limit=1', headers });
    const [, left] = /"day";r=(\d+)/.exec(String(response?.headers.ratelimit)) ?? [];
    return [response?.statusCode ?? 0, Number(left)];
  }

  async function isShared() {
    const states = apps.map(async (app) => (await app.inject('/readyz')).json().checks.redis);
    return (await Promise.all(states)).every((state) => state === 'ok');
  }

  const untilUp = () => until(isShared, 'both count in the cluster');
  const outages = () =>
    [...store.log, ...lines].filter((line) => line.includes('Redis is unavailable')).length;
  const observed: Observed = { untilUp, outages };

  /** Keys of customers whose counts are on all masters. */
  function createKeys() {
    const customer = { plan: 'enterprise', limits: LIMITS } as const;
    return Promise.all(Array.from({ length: CUSTOMERS }, () => store.createKey(customer)));
  }

  return { call, observed, untilUp, createKeys };
}

t.test('three masters and a replica', async (t) => {
  const cluster = await startCluster(t, { replicas: 1 });
  if (!cluster) return;
  const { masters, replicas, nodes } = cluster;
  const [first] = masters;
  const [replica] = replicas;
  if (!first || !replica) throw new Error('A node is missing.');
  const addresses = {
    'a master': first.url,
    'a replica': replica.url,
    'all nodes': nodes.map(({ url }) => url).join(),
  };

  for (const [name, url] of Object.entries(addresses)) {
    await t.test(`two instances admit exactly the limit, by the address of ${name}`, async (t) => {
      const { call, observed, createKeys } = await openInstances(t, url);
      const admitted = await undisturbed(observed, async () => {
        const keys = await createKeys();
        const calls = keys.map(async ({ key }) => {
          const calls = Array.from({ length: 30 }, (_, i) => call(key, i));
          return (await Promise.all(calls)).filter(([status]) => status === 200).length;
        });
        return Promise.all(calls);
      });
      t.strictSame(admitted, Array(CUSTOMERS).fill(LIMITS.perDay));
      for (const { client } of masters) t.ok((await client.dbsize()) > 0, 'on each master');
    });
  }

  await t.test('a master is killed, and its replica takes over', async (t) => {
    const { call, observed, untilUp, createKeys } = await openInstances(t, first.url);
    await untilUp();
    const keys = await createKeys();
    const statuses = new Set<number>();
    const killed = new AbortController();
    const load = keys.map(async ({ key }, i) => {
      while (!killed.signal.aborted) {
        statuses.add((await call(key, i))[0]);
        await wait(20);
      }
    });
    const before = observed.outages();
    await wait(200);
    await first.kill();
    await untilKnown(replica, 'ROLE', 'master');
    await until(() => observed.outages() !== before, 'the outage is noticed');
    await untilUp();
    killed.abort();
    await Promise.all(load);
    t.strictSame([...statuses].sort(), [200, 429], 'no request fails, and none is unlimited');
    const left = await undisturbed(observed, async () => {
      const keys = await createKeys();
      const calls = keys.map(async ({ key }) => {
        const left = [];
        for (let i = 0; i < 4; i += 1) left.push((await call(key, i))[1]);
        return left;
      });
      return Promise.all(calls);
    });
    t.strictSame(new Set(left.map(String)), new Set(['19,18,17,16']), 'counts are shared again');
  });
});

t.test('TLS and a password, which are those of all nodes', async (t) => {
  const authority = await createAuthority();
  t.teardown(authority.remove);
  const names = 'DNS:localhost,IP:127.0.0.1';
  const certificates = { ca: authority.certificate, ...(await authority.issue('redis', names)) };
  const cluster = await startCluster(t, { certificates, password: 'its/secret' });
  if (!cluster) return;
  const port = cluster.masters[0]?.port;
  const settings = { DATABASE_URL: await createDatabase(t), NODE_EXTRA_CA_CERTS: certificates.ca };
  for (const [password, state] of [
    ['its/secret', 'ok'],
    ['another/secret', 'degraded'],
  ] as const) {
    const REDIS_URL = `rediss://:${encodeURIComponent(password)}@localhost:${port}`;
    const server = await startServer(t, { ...settings, REDIS_URL });
    const readiness = async () => (await fetch(`${server.origin}/readyz`)).text();
    await until(async () => (await readiness()).includes(`"redis":"${state}"`), state);
    const { stdout } = await server.end('SIGTERM');
    t.equal(stdout.includes('WRONGPASS'), state === 'degraded');
    t.notMatch(stdout, /secret/);
  }
});
