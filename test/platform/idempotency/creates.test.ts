// Batches of creates, on the database that TEST_DATABASE says.

import t, { type Test } from 'tap';
import { batchWrites, violatedConstraint } from '../../../src/platform/database/index.ts';
import {
  findRepeatWithin,
  openCreates,
  removeIdempotencyKeysOf,
  storeIdempotencyKey,
} from '../../../src/platform/idempotency/index.ts';
import { createDatabase } from '../../support/databases.ts';
import { openDatabase } from '../../support/service-database.ts';
import { newWidget } from '../../support/widgets.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

const DAY_MS = 86_400_000;
const CANCELLED = Object.assign(new Error('cancelled'), { code: '57014' });

/** Writes a batch. */
type Write = <Result>(write: () => Promise<Result>) => Promise<Result>;

/** Opens the widgets. Their batches go through `intercept`. */
async function open(t: Test, intercept: Write = (write) => write()) {
  const database = await openDatabase(await createDatabase(), { isTimed: false });
  t.teardown(() => database.close());
  const { queryAlone, transact } = database.adapter;
  const adapter: typeof database.adapter = {
    ...database.adapter,
    queryAlone: (...statement) => intercept(() => queryAlone(...statement)),
    ...(transact && { transact: (work) => intercept(() => transact(work)) }),
  };
  const { create } = openWidgets({ ...database, adapter }, Date.now);
  return {
    client: database.client,
    create,
    /** @returns the widget */
    async add(name: string) {
      const widget = newWidget({ name });
      const outcome = await create(widget);
      return { ...widget, id: 'id' in outcome ? outcome.id : undefined };
    },
    stored: () => database.client.widget.findMany({ orderBy: { id: 'asc' } }),
  };
}

t.test('concurrent writes share batches', async (t) => {
  const batches: number[] = [];
  const limits = { maxWaitMs: 10_000, delays: { latestAtMs: 0 } };
  const write = batchWrites<number, string>(limits, {
    async write(rows) {
      batches.push(rows.length);
      return rows.map(String);
    },
    onFailure: async () => 'failed',
  });
  const rows = Array.from({ length: 150 }, (_, i) => i);
  t.same(await Promise.all(rows.map(write)), rows.map(String));
  t.same(batches, [64, 64, 22]);
});

t.test('each caller of a batch gets its own widget', async (t) => {
  let batches = 0;
  const { add, stored } = await open(t, (write) => {
    batches += 1;
    return write();
  });
  const names = Array.from({ length: 150 }, (_, i) => `Bolt ${i}`);
  const widgets = await Promise.all(names.map(add));
  t.equal(batches, 3);
  t.match(
    widgets,
    names.map((name) => ({ name })),
  );
  t.same(await stored(), widgets);
});

t.test('a fault of the database fails the creates in flight, and no later one', async (t) => {
  let waiting: Promise<unknown> | undefined;
  const { add, stored } = await open(t, (write) => {
    if (waiting) return write();
    waiting = t.rejects(add('waiting'), CANCELLED);
    return Promise.reject(CANCELLED);
  });
  await Promise.all([t.rejects(add('a'), CANCELLED), t.rejects(add('b'), CANCELLED)]);
  await waiting;
  t.same(await stored(), []);
  t.match(await add('afterwards'), { name: 'afterwards' });
});

t.test('a create is repeated by its key while nothing can be written', async (t) => {
  let fault: Error | undefined;
  const { client, create } = await open(t, (write) => {
    return fault ? Promise.reject(fault) : write();
  });
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  const add = (value: string) => create(newWidget(), { customerId: 1n, value, bodyHash: 'hash' });
  const added = await add('before');
  // A disk that is full, a server that is read-only, and a role that may only read.
  for (const code of ['53100', '25006', '42501', 'SQLITE_FULL', 'SQLITE_READONLY']) {
    fault = Object.assign(new Error(code), { code });
    t.same(await add('before'), { ...added, kind: 'repeated' }, code);
    await t.rejects(add('another'), fault);
    await t.rejects(create(newWidget()), fault);
  }
});

t.test('a key whose first request has not ended is in use', async (t) => {
  // PostgreSQL stores nothing, and the key is not visible yet; SQLite has one transaction at a
  // time.
  const outcome = process.env.TEST_DATABASE === 'postgresql' ? [] : [{ kind: 'key_in_use' }];
  const { create } = await open(t, async () => outcome as never);
  const key = { customerId: 1n, value: 'key', bodyHash: 'hash' };
  t.same(await create(newWidget(), key), { kind: 'key_in_use' });
});

t.test('a transaction replaces no key that another request has stored meanwhile', async (t) => {
  const { client, create } = await open(t);
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  const key = { customerId: 1n, value: 'key', bodyHash: 'hash' };
  const created = await create(newWidget(), key);
  const storeAt = (ms: number) =>
    client.$transaction((transaction) =>
      storeIdempotencyKey(transaction, { ...key, bodyHash: 'another' }, 7n, new Date(ms)),
    );
  t.equal(await storeAt(Date.now()), false);
  t.same(await create(newWidget(), key), { ...created, kind: 'repeated' });
  t.equal(await storeAt(Date.now() + 86_400_000), true, 'only one that has expired');
  t.same(await create(newWidget(), key), { kind: 'key_reused' });
  t.equal(await client.idempotencyKey.count(), 1);
});

t.test('a transaction finds the key of its customer alone, for a day', async (t) => {
  const { client } = await open(t);
  for (const name of ['A', 'B']) await client.customer.create({ data: { name, plan: 'free' } });
  const key = { customerId: 1n, value: 'key', bodyHash: 'hash' };
  const others = { ...key, customerId: 2n };
  const storedMs = Date.now();
  await client.$transaction(async (transaction) => {
    const find = (idempotencyKey: typeof key, ms = storedMs) =>
      findRepeatWithin(transaction, idempotencyKey, new Date(ms));
    t.equal(await find(key), undefined);
    for (const each of [key, others]) {
      t.equal(await storeIdempotencyKey(transaction, each, 7n, new Date(storedMs)), true);
    }
    t.same(await find(key), { kind: 'repeated', id: 7n });
    t.same(await find({ ...key, bodyHash: 'another' }), { kind: 'key_reused' });
    t.same(await find(key, storedMs + DAY_MS - 1), { kind: 'repeated', id: 7n });
    t.equal(await find(key, storedMs + DAY_MS), undefined);
    t.equal(await find({ ...key, value: 'other' }), undefined);
    for (const [ms, isStored] of [
      [DAY_MS - 1, false],
      [DAY_MS, true],
    ] as const) {
      const later = new Date(storedMs + ms);
      const outcome = await storeIdempotencyKey(transaction, key, 8n, later);
      t.equal(outcome, isStored, `after ${ms} ms`);
    }
    t.same(await find(key), { kind: 'repeated', id: 8n });
    await removeIdempotencyKeysOf(transaction, 1n);
    t.equal(await find(key), undefined);
    t.same(await find(others), { kind: 'repeated', id: 7n });
  });
});

t.test('rows of any table are added once for their key, and fail alone', async (t) => {
  const database = await openDatabase(await createDatabase(), { isTimed: false });
  t.teardown(() => database.close());
  const { client } = database;
  await client.customer.create({ data: { name: 'A', plan: 'free' } });
  const { id: widgetId } = await client.widget.create({ data: newWidget() });
  const shipment = { widgetId, quantity: 2, status: 'placed' };
  const table = {
    name: 'shipments',
    columns: {
      widgetId: { name: 'widget_id', type: 'bigint' },
      quantity: { name: 'quantity', type: 'int' },
      status: { name: 'status', type: 'shipment_status' },
    },
  };
  const create = openCreates<typeof shipment>(database, table, Date.now);
  const idempotencyKey = { customerId: 1n, value: 'key', bodyHash: 'hash' };
  const lost = create({ ...shipment, widgetId: widgetId + 1n }, idempotencyKey);
  const [first, failed] = await Promise.allSettled([create(shipment), lost]);
  t.match(first, { value: { kind: 'created' } });
  const violated = violatedConstraint(failed.status === 'rejected' && failed.reason);
  t.same(violated, { kind: 'foreignKey' });
  const created = await create(shipment, idempotencyKey);
  t.match(created, { kind: 'created' }, 'the key of what failed is unused');
  const repeated = await create(shipment, idempotencyKey);
  t.same(repeated, { ...created, kind: 'repeated' });
  const reused = { ...idempotencyKey, bodyHash: '' };
  t.same(await create(shipment, reused), { kind: 'key_reused' });
  t.match(await client.shipment.findMany(), [shipment, shipment]);
});
