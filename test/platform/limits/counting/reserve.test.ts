// The reserve of a customer: what its account needs when the plan has no room.

import t, { type Test } from 'tap';
import { openSample, type Sample } from '../../../helper.ts';
import { createDatabase } from '../../../support/databases.ts';
import { keysOf } from '../../../support/key-rules.ts';
import { contract } from '../../../support/sample-contract.ts';
import { eventually } from '../../../support/until.ts';

const ALL = contract.scopes;
const DAY_SECONDS = 86_400;
const RESERVE = '"minute";q=10;w=60, "day";q=100;w=86400';

/** A customer with a key that manages keys, and another that has leaked. */
async function openCustomer(t: Test, customer: Parameters<Sample['createKey']>[0]) {
  const store = await openSample(t, { BAN_AFTER_REJECTIONS: '1000' });
  store.clock.stop(Math.floor(store.clock.wallMs() / 1_000) * 1_000);
  const { key: manager } = await store.createKey({ ...customer, scopes: ALL });
  const send = async (line: string, payload?: object, key = manager) => {
    const [method = '', path = ''] = line.split(' ');
    const response = await store.send({
      method: method as 'GET',
      url: `/v1${path}`,
      key,
      ...(payload && { payload }),
    });
    const { statusCode: status, headers } = response;
    const code = status >= 400 && method !== 'HEAD' ? response.json().code : undefined;
    return { status, headers, code, body: response.payload };
  };
  const make = async () => {
    const { body } = await send('POST /account/keys', { name: 'Shop', scopes: ['widgets:read'] });
    return JSON.parse(body) as { readonly id: number; readonly key: string };
  };
  const leaked = await make();
  const useUp = async (key = leaked.key) => {
    for (;;) {
      const { status } = await send('GET /widgets?limit=1', undefined, key);
      if (status === 429) return;
    }
  };
  return { ...store, send, make, leaked, useUp };
}

const PLANS: Record<string, Parameters<Sample['createKey']>[0]> = {
  free: { plan: 'free' },
  'enterprise, one per minute': { plan: 'enterprise', limits: { perMinute: 1, perDay: 5 } },
  'enterprise, a small day': { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 12 } },
};

for (const [name, customer] of Object.entries(PLANS)) {
  t.test(`a leaked key does not lock its owner out: ${name}`, async (t) => {
    const { send, leaked, useUp } = await openCustomer(t, customer);
    await useUp();
    const paths: [line: string, status: number, payload?: object][] = [
      ['GET /account', 200],
      ['HEAD /account', 200],
      ['GET /account/keys', 200],
      [`GET /account/keys/${leaked.id}`, 200],
      [`POST /account/keys/${leaked.id}/rotation`, 201, { overlapSeconds: 60 }],
      [`DELETE /account/keys/${leaked.id}?withCreated=true`, 204],
      [`DELETE /account/keys/${leaked.id}`, 204],
      ['GET /account/keys/4711', 404],
    ];
    let remaining = 10;
    for (const [line, status, payload] of paths) {
      const response = await send(line, payload);
      remaining -= 1;
      t.equal(response.status, status, line);
      t.match(response.headers, {
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': String(remaining),
        'ratelimit-policy': RESERVE,
        ratelimit: `"minute";r=${remaining};t=60, "day";r=${remaining + 90};t=86400`,
      });
    }
    for (const line of ['GET /widgets', 'GET /account/usage', 'GET /nothing', 'PUT /widgets']) {
      const { status, headers } = await send(line);
      t.equal(status, 429, line);
      t.not(headers['ratelimit-policy'], RESERVE, line);
    }
    const created = await send('POST /account/keys', { name: 'Another' });
    t.equal(created.status, 429, 'createKey');
  });
}

t.test('a request counts in the reserve only while the plan has no room', async (t) => {
  const { send, clock, useUp } = await openCustomer(t, { plan: 'free' });
  const limit = async () => (await send('GET /account')).headers['x-ratelimit-limit'];
  t.equal(await limit(), '60');
  await useUp();
  t.equal(await limit(), '10');
  clock.move(60);
  t.equal(await limit(), '60', 'in the next minute of the plan');
});

t.test('the reserve is used up, by all keys of the customer and no other', async (t) => {
  const limits = { perMinute: 100, perDay: 20 };
  const store = await openCustomer(t, { plan: 'enterprise', limits });
  const { send, clock, leaked, useUp } = store;
  await useUp();
  for (let minute = 0; minute < 10; minute += 1) {
    for (let i = 0; i < 10; i += 1) {
      const key = i % 2 ? leaked.key : undefined;
      t.equal((await send('GET /account', undefined, key)).status, 200);
    }
    const { status, headers, body } = await send('GET /account/keys');
    const isLast = minute === 9;
    const wait = isLast ? DAY_SECONDS - 540 : 60;
    t.equal(status, 429);
    t.match(headers, {
      'retry-after': String(wait),
      'x-ratelimit-limit': isLast ? '100' : '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(clock.wallMs() / 1_000 + wait),
      'ratelimit-policy': RESERVE,
    });
    t.strictSame(JSON.parse(body), {
      code: 'rate_limit_exceeded',
      message:
        `Too many requests: the limit of ${isLast ? '100 per day' : '10 per minute'} ` +
        `is exceeded. Retry after ${wait} seconds.`,
      status: 429,
    });
    clock.move(60);
  }
  const other = await store.createKey({ plan: 'free' });
  const { headers } = await send('GET /account', undefined, other.key);
  t.equal(headers['x-ratelimit-limit'], '60', 'of another customer');
  clock.move(DAY_SECONDS - 600);
  t.equal((await send('GET /account')).headers['x-ratelimit-limit'], '20', 'the next day');
});

t.test('a banned key manages nothing, another key of its customer does', async (t) => {
  const store = await openSample(t);
  store.clock.stop();
  const limits = { perMinute: 3, perDay: 4 };
  const customer = { plan: 'enterprise', limits, scopes: ALL } as const;
  const { key, id, customerId } = await store.createKey(customer);
  const { createKey } = await import('../../../../src/platform/keys/administration.ts');
  const other = await createKey(keysOf(store.database.client), customerId, { scopes: ALL });
  const call = (key: string) => store.send({ url: '/v1/account', key });
  while ((await call(key)).statusCode !== 429);
  store.clock.move(6);
  // A rejection of the reserve is one of its key.
  for (let i = 0; i < 10; i += 1) t.equal((await call(key)).json().code, 'rate_limit_exceeded');
  t.equal((await call(key)).json().code, 'api_key_banned');
  store.clock.move(60);
  t.match((await call(key)).json(), { code: 'api_key_banned' });
  const revoked = await store.send({
    method: 'DELETE',
    url: `/v1/account/keys/${id}`,
    key: other.key,
  });
  t.equal(revoked.statusCode, 204);
});

t.test('without Redis, the day of the reserve goes on after a restart', async (t) => {
  const url = await createDatabase();
  const plan = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 2 } } as const;
  const first = await openSample(t, { DATABASE_URL: url });
  const { key } = await first.createKey(plan);
  const left = async ({ send }: Sample, path: string) => {
    const { statusCode, headers } = await send({ url: `/v1${path}`, key });
    return `${statusCode} ${/"day";r=\d+/.exec(String(headers.ratelimit))}`;
  };
  t.equal(await left(first, '/account'), '200 "day";r=1');
  t.equal(await left(first, '/widgets'), '200 "day";r=0');
  for (const remaining of [99, 98, 97]) {
    t.equal(await left(first, '/account'), `200 "day";r=${remaining}`);
  }
  await first.app.close();
  const second = await openSample(t, { DATABASE_URL: url });
  t.equal(await left(second, '/widgets'), '429 "day";r=0');
  t.equal(await left(second, '/account'), '200 "day";r=96');
  await second.app.close();
  t.match(await second.database.client.accountDayUsage.findMany(), [{ used: 4n }]);
  t.match(await second.database.client.dayUsage.findMany(), [{ used: 2n }]);
});

t.test('the day of the reserve outlasts that of the plan', async (t) => {
  const store = await openSample(t);
  const { clock } = store;
  clock.stop(Math.floor(clock.wallMs() / 1_000) * 1_000);
  const plan = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 2 } } as const;
  const { key, customerId } = await store.createKey(plan);
  const left = async (path: string) => {
    const { headers } = await store.send({ url: `/v1${path}`, key });
    return Number(/"day";r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
  };
  await left('/widgets');
  await left('/widgets');
  clock.move(DAY_SECONDS - 10_000);
  t.equal(await left('/account'), 99);
  const stored = async () => (await store.database.client.accountDayUsage.findMany())[0]?.used;
  await eventually(t, stored, 1n);
  // As if this instance had counted more since.
  await store.database.client.accountDayUsage.update({ where: { customerId }, data: { used: 0n } });
  // The windows of the plan are over and forgotten.
  clock.move(10_000);
  await store.send({ url: '/v1/widgets' });
  for (const remaining of [1, 0]) t.equal(await left('/widgets'), remaining);
  t.equal(await left('/account'), 98);
});
