// What is stored of a batch of creates and of their keys, and what each gets, on both databases.

import t, { type Test } from 'tap';
import type { Adapter, Provider } from '../../../src/platform/database/index.ts';
import { onBoth, openMigrated } from '../../support/both-databases.ts';
import { newWidget } from '../../support/widgets.ts';
import { openWidgets } from '../service/src/store/widget-queries.ts';

const DAY_MS = 86_400_000;
/** Beyond what a double holds. */
const WIDE = 2n ** 53n + 1n;

/** Opens widgets of two customers, by a clock that the test moves. */
async function open(t: Test, provider: Provider, over: Partial<Adapter> = {}) {
  const database = await openMigrated(t, provider);
  const { client } = database;
  for (const name of ['A', 'B']) await client.customer.create({ data: { name, plan: 'free' } });
  let nowMs = Date.now();
  const adapter = { ...database.adapter, ...over };
  const { create } = openWidgets({ ...database, adapter }, () => nowMs);
  return {
    client,
    create,
    pass(ms: number) {
      nowMs += ms;
    },
    key: (value: string, bodyHash = 'hash', customerId = 1n) => ({ customerId, value, bodyHash }),
    stored: () => client.widget.findMany({ orderBy: { id: 'asc' } }),
  };
}

await onBoth(t, async (t, provider) => {
  t.test('each row of a batch is created once for its key, and gets its own id', async (t) => {
    const { create, key, client, stored } = await open(t, provider);
    await create(newWidget({ name: 'before' }), key('before'));
    const rows = [
      ['a', key('same')],
      ['b', undefined],
      ['c', key('same')],
      ['d', key('same', 'another')],
      ['e', key('same', 'hash', 2n)],
      ['f', key('before')],
      ['g', key('before', 'another')],
      ['h', key('other')],
      ['i', undefined],
    ] as const;
    const outcomes = await Promise.all(
      rows.map(([name, idempotencyKey]) =>
        create(newWidget({ name, groupId: WIDE }), idempotencyKey),
      ),
    );
    const [before, ...widgets] = await stored();
    t.strictSame(
      widgets.map(({ name, groupId }) => [name, groupId]),
      ['a', 'b', 'e', 'h', 'i'].map((name) => [name, WIDE]),
    );
    const idOf = (name: string) => widgets.find((widget) => widget.name === name)?.id;
    const created = (name: string) => ({ kind: 'created', id: idOf(name) });
    t.strictSame(outcomes, [
      created('a'),
      created('b'),
      { kind: 'repeated', id: idOf('a') },
      { kind: 'key_reused' },
      created('e'),
      { kind: 'repeated', id: before?.id },
      { kind: 'key_reused' },
      created('h'),
      created('i'),
    ]);
    const keys = await client.idempotencyKey.findMany({ orderBy: { rowId: 'asc' } });
    t.strictSame(
      keys.map(({ customerId, key, rowId }) => [customerId, key, rowId]),
      [
        [1n, 'before', before?.id],
        [1n, 'same', idOf('a')],
        [2n, 'same', idOf('e')],
        [1n, 'other', idOf('h')],
      ],
    );
  });

  t.test('a key is kept for a day, and then replaced', async (t) => {
    const { create, key, pass, client } = await open(t, provider);
    const first = await create(newWidget(), key('a'));
    pass(DAY_MS - 1);
    t.same(await create(newWidget(), key('a')), { ...first, kind: 'repeated' });
    pass(1);
    const second = await create(newWidget(), key('a', 'another'));
    t.match(second, { kind: 'created' });
    t.notSame(second, first);
    pass(DAY_MS - 1);
    t.same(await create(newWidget(), key('a', 'another')), { ...second, kind: 'repeated' });
    t.same(await create(newWidget(), key('a')), { kind: 'key_reused' });
    t.equal(await client.idempotencyKey.count(), 1);
    t.equal(await client.widget.count(), 2);
  });

  if (provider === 'sqlite') return;
  t.test('a key that a transaction which has not ended has stored is in use', async (t) => {
    // PostgreSQL then stores nothing, and the key is not visible yet.
    const { create, key } = await open(t, provider, { queryAlone: async () => [] });
    t.same(await create(newWidget(), key('a')), { kind: 'key_in_use' });
    t.same(await create(newWidget()), { kind: 'key_in_use' });
  });
});
