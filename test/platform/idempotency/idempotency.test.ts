// Idempotency keys: a repeated create adds no second widget, for as long as its key is kept.

import { mock } from 'node:test';
import { setImmediate as tick, setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { createPeriodicWork } from '../../../src/platform/async/periodic-work.ts';
import { repeatRemoval } from '../../../src/platform/database/index.ts';
import { idempotencyRemovals } from '../../../src/platform/idempotency/index.ts';
import { rotateKey } from '../../../src/platform/keys/administration.ts';
import { keyRemovals } from '../../../src/platform/keys/index.ts';
import { openSample, type Sample } from '../../helper.ts';
import { PROVIDER } from '../../support/databases.ts';
import { keysOf } from '../../support/key-rules.ts';
import { addWidget, openCustomer, startServer } from '../../support/processes.ts';
import { execute } from '../../support/servers/databases.ts';
import { type Database, openDatabase } from '../../support/service-database.ts';
import { until } from '../../support/until.ts';

const BOLT = { name: 'Bolt', groupId: 7 };
const TOM = { name: 'Tom', groupId: 7 };
const DAY_SECONDS = 86_400;

/** Adds a widget, as the store's own customer unless another API key is given. */
function post({ send }: Sample, idempotencyKey: string, payload: object | string, key?: string) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  return send({ method: 'POST', url: '/v1/widgets', payload, headers, ...(key && { key }) });
}

/** Stores keys as if all had been used for the same widget. */
async function addKeys({ client }: Database, count: number, expiresAt: Date) {
  const { id: rowId } = await client.widget.create({
    data: { name: 'Bolt', groupId: 7n, status: 'sold' },
  });
  const prefix = expiresAt.getTime();
  await client.idempotencyKey.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      customerId: 1,
      key: `${prefix}-${index}`,
      bodyHash: '',
      rowId,
      expiresAt,
    })),
  });
}

async function countWidgets({ database }: Sample) {
  return database.client.widget.count();
}

t.test('returns the first response to a repeated request, and adds no second widget', async (t) => {
  const store = await openSample(t);
  const first = await post(store, 'key-1', BOLT);
  t.equal(first.statusCode, 201);
  t.equal(first.payload, JSON.stringify({ id: 1, ...BOLT, status: 'available' }));
  for (let repetition = 1; repetition <= 3; repetition += 1) {
    const again = await post(store, 'key-1', BOLT);
    t.equal(again.statusCode, 201);
    t.equal(again.payload, first.payload);
    t.equal(again.headers.location, '/v1/widgets/1');
  }
  t.equal((await store.send({ url: '/v1/widgets' })).payload, `[${first.payload}]`);
  await store.database.client.widget.update({ where: { id: 1n }, data: { status: 'sold' } });
  t.equal((await post(store, 'key-1', BOLT)).payload, first.payload, 'although it has changed');
  await store.database.client.widget.delete({ where: { id: 1n } });
  t.equal((await post(store, 'key-1', BOLT)).payload, first.payload, 'although it is removed');
});

t.test('compares bodies by meaning, and rejects another one with the same key', async (t) => {
  const store = await openSample(t);
  const first = await post(store, 'key-1', '{"name":"Bolt","groupId":9007199254740993}');
  for (const body of [
    '{"groupId":9007199254740993,"name":"Bolt"}',
    ' {\n"name" : "\\u0042olt",\t"groupId" : 9007199254740993 } ',
    '{"name":"Bolt","groupId":9007199254740993,"status":"available"}',
    '{"status":"available","groupId":9007199254740993,"name":"Bolt"}',
    '{"name":"Bolt","groupId":9007199254740993.0}',
    '{"name":"Bolt","groupId":9.007199254740993e15}',
  ]) {
    t.equal((await post(store, 'key-1', body)).payload, first.payload, body);
  }
  for (const body of [
    '{"name":"Tom","groupId":9007199254740993}',
    '{"name":"Bolt ","groupId":9007199254740993}',
    '{"name":"Bolt","groupId":9007199254740992}',
    '{"name":"Bolt","groupId":9007199254740992.0}',
    '{"name":"Bolt","groupId":9007199254740993,"status":"sold"}',
  ]) {
    t.same((await post(store, 'key-1', body)).json(), {
      code: 'idempotency_key_reused',
      message: 'This Idempotency-Key was used with a different body.',
      status: 422,
    });
  }
  t.equal(await countWidgets(store), 1);
  const again = await post(store, 'key-1', '{"name":"Bolt","groupId":9007199254740993}');
  t.equal(again.payload, first.payload, 'the first body still gets its response');
});

t.test('adds one widget when two bodies are sent concurrently with one key', async (t) => {
  const store = await openSample(t);
  const bodies = Array.from({ length: 20 }, (_, index) => (index % 2 ? BOLT : TOM));
  const responses = await Promise.all(bodies.map((body) => post(store, 'key-1', body)));
  const [widget] = await store.database.client.widget.findMany();
  t.same(
    responses.map(({ statusCode }) => statusCode),
    bodies.map(({ name }) => (name === widget?.name ? 201 : 422)),
  );
  t.equal(await countWidgets(store), 1);
});

t.test('adds one widget when identical requests reach two instances', async (t) => {
  const { url, client, key } = await openCustomer(t);
  const settings = { DATABASE_URL: url };
  const servers = [await startServer(t, settings), await startServer(t, settings)];
  for (let round = 1; round <= 10; round += 1) {
    const twins = Array.from({ length: 20 }, async (_, index) => {
      const origin = servers[index % 2]?.origin ?? '';
      const send = () => addWidget(origin, key, { idempotencyKey: `key-${round}` });
      let response = await send();
      // A machine that is busy for more than a second. What got it is sent again, as by a client.
      while (response.status === 503) response = await send();
      return `${response.status} ${response.headers.get('location')} ${await response.text()}`;
    });
    const responses = new Set(await Promise.all(twins));
    t.equal(responses.size, 1, `${[...responses]}`);
    t.match([...responses][0], /^201 \/v1\/widgets\/\d+ \{/);
    t.equal(await client.widget.count(), round);
  }
});

t.test('recognizes the key after the API key has been rotated', async (t) => {
  const store = await openSample(t);
  const customer = await store.createKey();
  const first = await post(store, 'key-1', BOLT, customer.key);
  const { key } = await rotateKey(keysOf(store.database.client), customer.id, 0);
  t.equal((await post(store, 'key-1', BOLT, key)).payload, first.payload);
  t.equal((await post(store, 'key-1', TOM, key)).statusCode, 422);
  t.equal(await countWidgets(store), 1);
});

t.test('keeps the keys of customers apart', async (t) => {
  const store = await openSample(t);
  const { key } = await store.createKey();
  t.equal((await post(store, 'key-1', BOLT)).json().id, 1);
  t.equal((await post(store, 'key-1', BOLT, key)).json().id, 2);
  t.equal((await post(store, 'key-1', BOLT)).json().id, 1);
});

t.test('remembers a key for 24 hours, and then treats it as new', async (t) => {
  const store = await openSample(t);
  const { clock } = store;
  clock.stop();
  await post(store, 'key-1', BOLT);
  await post(store, 'key-2', BOLT);
  clock.move(DAY_SECONDS - 0.001);
  t.equal((await post(store, 'key-1', BOLT)).json().id, 1, 'a repetition does not extend it');
  clock.move(0.001);
  t.match((await post(store, 'key-1', BOLT)).json(), { ...BOLT, id: 3, status: 'available' });
  t.equal((await post(store, 'key-2', TOM)).json().id, 4);
  clock.move(DAY_SECONDS - 0.001);
  t.equal((await post(store, 'key-1', BOLT)).json().id, 3);
  t.equal((await post(store, 'key-2', TOM)).json().id, 4);
});

t.test('stores no widget when its key cannot be stored', async (t) => {
  const store = await openSample(t);
  await post(store, 'key-1', BOLT);
  await store.alter('CREATE UNIQUE INDEX one_body ON idempotency_keys (body_hash)');
  t.equal((await post(store, 'key-2', BOLT)).statusCode, 500);
  t.equal(await countWidgets(store), 1);

  await store.alter('DROP INDEX one_body');
  t.equal((await post(store, 'key-2', BOLT)).statusCode, 201, 'the key is still unused');
});

t.test('accepts keys of 1 to 255 visible ASCII characters, and no others', async (t) => {
  const store = await openSample(t);
  const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index));
  for (const key of ['!', '~', visible, '"8e03978e-40d5-43e8"', 'k'.repeat(255)]) {
    const first = await post(store, key, BOLT);
    t.equal(first.statusCode, 201, key);
    t.equal((await post(store, key, BOLT)).payload, first.payload, key);
  }
  const widgets = await countWidgets(store);
  const notVisible = 'must contain only visible ASCII characters';
  for (const [key, violation] of [
    ['', 'must have at least 1 character'],
    ['k'.repeat(256), 'must have at most 255 characters'],
    ['two keys', notVisible],
    // How Node joins a header that is sent twice.
    ['key-1, key-2', notVisible],
    ['key\u00e9', notVisible],
    ['key\u007f', notVisible],
    ['key\t', notVisible],
  ]) {
    t.same((await post(store, String(key), BOLT)).json(), {
      code: 'invalid_parameter',
      message: `idempotency-key ${violation}.`,
      status: 400,
    });
  }
  t.equal(await countWidgets(store), widgets);
});

const INTERVAL_MS = 50;

/** Removes expired rows in the background, and collects what fails. */
function startRemoval(
  database: Pick<Database, 'client' | 'provider'>,
  options: { readonly intervalMs: number; readonly now: () => number },
) {
  const background = createPeriodicWork();
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const removals = [...idempotencyRemovals, ...keyRemovals(undefined)];
  repeatRemoval(background, { database, removals, ...options, onFailure });
  return { background, failures };
}

t.test('keeps a key that is used again while expired keys are removed', async (t) => {
  const { client, url } = await openCustomer(t);
  const other = await openDatabase(url);
  t.teardown(() => other.close());
  const database = { client, provider: other.provider };
  await addKeys(other, 2, new Date(0));
  await execute(url, 'ALTER TABLE key_usages RENAME TO elsewhere');
  await t.rejects(client.keyUsage.count(), 'also for a connection that was open before');
  const { background, failures } = startRemoval(database, { intervalMs: 60_000, now: Date.now });
  let ending: Promise<unknown> = Promise.resolve();
  await other.client.$transaction(async ({ idempotencyKey }) => {
    // The row is locked until the transaction ends.
    const expiresAt = new Date(Date.now() + 60_000);
    await idempotencyKey.updateMany({ data: { expiresAt }, where: { key: '0-1' } });
    await until(() => failures.length > 0);
    ending = background.end(60_000);
    // The removal passes by a row that is locked. SQLite locks all rows.
    if (PROVIDER === 'postgresql') await ending;
  });
  await ending;
  t.match(await client.idempotencyKey.findMany(), [{ key: '0-1' }]);
});

t.test('keeps removing keys as they expire, also after a fault, until it is closed', async (t) => {
  const { clock, database, alter } = await openSample(t);
  clock.stop();
  const { client } = database;
  const { background, failures } = startRemoval(database, {
    intervalMs: INTERVAL_MS,
    now: clock.wallMs,
  });
  await addKeys(database, 3, clock.inMs(600_000));
  // More than are removed at once.
  await addKeys(database, 450, clock.inMs(1_000));
  t.equal(await client.idempotencyKey.count(), 453);
  clock.move(1);
  await until(async () => (await client.idempotencyKey.count()) === 3);

  await alter('ALTER TABLE idempotency_keys RENAME TO elsewhere');
  await until(() => failures.length > 0);
  await alter('ALTER TABLE elsewhere RENAME TO idempotency_keys');
  await addKeys(database, 1, clock.inMs(-1));
  await until(async () => (await client.idempotencyKey.count()) === 3);
  t.equal(await client.widget.count(), 3, 'no widget is removed with its key');

  await background.end(60_000);
  await addKeys(database, 1, clock.inMs(-2));
  // Timers of the same time end in their order.
  await wait(INTERVAL_MS);
  t.equal(await client.idempotencyKey.count(), 4);
});

t.test('an instance looks for expired keys once a minute', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const { database, clock } = await openSample(t);
  clock.stop();
  const { idempotencyKey } = database.client;
  /** Whether an expired key is still there after a time, in which an instance does what is due. */
  async function isThereAfter(ms: number) {
    mock.timers.tick(ms);
    for (let i = 0; i < 100; i += 1) {
      await tick();
      if ((await idempotencyKey.count()) === 0) return false;
    }
    return true;
  }
  for (const waits of [
    [999, 1],
    [59_999, 1],
    [59_999, 1],
  ]) {
    await addKeys(database, 1, clock.inMs(-1));
    const found = [];
    for (const ms of waits) found.push(await isThereAfter(ms));
    t.strictSame(found, [true, false], `after ${waits} ms`);
  }
});
