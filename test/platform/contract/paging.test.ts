// Pages and their cursors. Of lists that no service has yet, what a new one may have.

import t from 'tap';
import { cursorAfter, type List, page } from '../../../src/platform/contract/paging.ts';
import { nextPage, openSample } from '../../helper.ts';
import { newWidget } from '../../support/widgets.ts';
import { openFeatures } from './features.ts';

type Request = Parameters<typeof page>[0];

interface Reply {
  header(name: string, value: unknown): void;
}

const THINGS = [1n, 2n, 3n].map((id) => ({ id, name: 'a' }));
/** Filters of listThings, and what its handler gets of them. Each list is another one. */
const FILTERS: readonly (readonly [search: string, filters: object])[] = [
  ['', { states: ['a'] }],
  ['&states=b&states=a', { states: ['b', 'a'] }],
  ['&names=a&names=b', { names: ['a', 'b'] }],
  ['&names=b&names=a', { names: ['b', 'a'] }],
  ['&names=a&names=b&names=b', { names: ['a', 'b', 'b'] }],
  ['&names=a%2Cb', { names: ['a,b'] }],
  ['&names=a&code=cc', { names: ['a'], code: 'cc' }],
  ['&names=a%26code%3Dcc', { names: ['a&code=cc'] }],
  ['&names=a&names=a', { names: ['a', 'a'] }],
  ['&names=a%2Cb&names=c+d&names=', { names: ['a,b', 'c d', ''] }],
  ['&names=%26x%3D1%23%2B%25', { names: ['&x=1#+%'] }],
  ['&names=%3E%3B%20%22%3C', { names: ['>; "<'] }],
  ['&names=%F0%9F%90%B6&names=%D7%9B', { names: ['🐶', 'כ'] }],
  ['&ids=9007199254740993&ids=-1&flag=true', { ids: [9007199254740993n, -1n], flag: true }],
  ['&ids=9007199254740992&ids=-1&flag=true', { ids: [9007199254740992n, -1n], flag: true }],
];

t.test('a list is followed to its end by its Link, by no cursor of another list', async (t) => {
  const seen: object[] = [];
  const rejected: unknown[] = [];
  const things: List<unknown, { id: bigint }, { id: bigint; name: string }> = {
    sort: { id: 'int64 asc' },
    async read({ after, count }) {
      t.equal(count, 2, 'one row more than the page, which says whether there is another');
      return THINGS.filter(({ id }) => !after || id > after.id).slice(0, count);
    },
  };
  const listThings = async (request: Request, reply: Reply) => {
    const { limit: _limit, cursor: _cursor, ...filters } = request.query;
    seen.push(filters);
    reply.header('X-Total', 3n);
    reply.header('X-Done', true);
    // The contract declares no 400, which a handler may not throw then.
    try {
      return await page(request, reply, things, {});
    } catch (error) {
      rejected.push(error);
      return [];
    }
  };
  const { send } = await openFeatures(t, {}, { listThings });
  const get = (url: string) => send({ url, headers: { 'X-Mode': 'fast' } });
  const pageOf = (search: string) => `/v1/things?is+sold=true&limit=1${search}`;
  const cursors: string[] = [];
  for (const [search, filters] of FILTERS) {
    seen.length = 0;
    let next: string | undefined = pageOf(search);
    for (const thing of THINGS) {
      const response = await get(String(next));
      t.same(response.json(), [{ ...thing, id: Number(thing.id) }], `${next} ${response.payload}`);
      next = nextPage(response);
      cursors.push(...(next?.match(/&cursor=.*/) ?? []));
    }
    t.equal(next, undefined, 'the last page');
    t.match(seen[0], filters);
    t.strictSame(seen, [seen[0], seen[0], seen[0]], 'all pages have the same filters');
  }
  for (const [search] of FILTERS) {
    rejected.length = 0;
    for (const cursor of cursors) await get(pageOf(search + cursor));
    t.equal(rejected.length, cursors.length - 2, `${search} has two cursors`);
    t.match(rejected[0], { code: 'invalid_parameter' });
  }
});

t.test('a cursor stays right when the row that it follows is removed', async (t) => {
  const { send, database } = await openSample(t);
  await database.client.widget.createMany({ data: Array.from({ length: 5 }, () => newWidget()) });
  const url = String(nextPage(await send({ url: '/v1/widgets?limit=2' })));
  await database.client.widget.deleteMany({ where: { id: { in: [1n, 2n, 4n] } } });
  const second = await send({ url });
  t.match(second.json(), [{ id: 3 }, { id: 5 }]);
  t.equal(nextPage(second), undefined);
});

t.test('a cursor keeps every kind of value exactly, and nothing else passes for one', async (t) => {
  interface Row {
    readonly text: string;
    readonly day: Date;
    readonly count: number;
    readonly id: bigint;
  }
  const sort = { text: 'text asc', day: 'instant desc', count: 'int32 asc', id: 'int64 desc' };
  let position: object | undefined;
  const list: List<unknown, Row, Row> = {
    sort: sort as List<unknown, Row, Row>['sort'],
    async read({ after }) {
      position = after;
      return [];
    },
  };
  const reply = { header: () => t.fail('there is no further page') };
  const request = { query: { limit: 1 }, url: '/v1/things' };
  const read = (cursor: string) =>
    page({ ...request, query: { limit: 1, cursor } }, reply, list, undefined);
  const some = { text: 'a', day: new Date(0), count: 0, id: 0n };
  const rows: readonly Row[] = [
    { text: '', day: new Date('0001-01-01'), count: -(2 ** 31), id: -(2n ** 63n) },
    {
      text: '🐶'.repeat(255),
      day: new Date('9999-12-31T23:59:59.999Z'),
      count: 2 ** 31 - 1,
      id: 1n,
    },
    { text: 'é\u0301\ud7ff', day: new Date(1.5e12 + 1), count: -1, id: 2n ** 63n - 1n },
  ];
  for (const row of rows) {
    const cursor = cursorAfter(request, list, row);
    await read(cursor);
    t.strictSame(position, row);
    for (const forged of [`${cursor}A`, cursor.slice(0, -1), cursor.slice(4), `${cursor}=`]) {
      await t.rejects(read(forged), { code: 'invalid_parameter' });
    }
  }
  // What a client could make that knows how cursors are made: no database takes these values.
  for (const forged of [
    { text: 'a\0' },
    { day: new Date('+010000-01-01') },
    { day: new Date('0000-12-31') },
    { count: 2 ** 31 },
  ]) {
    await t.rejects(read(cursorAfter(request, list, { ...some, ...forged })), {
      code: 'invalid_parameter',
    });
  }
});

t.test('rows that the sort does not tell apart fail, instead of being skipped', async (t) => {
  const rowOf = (name: string) => ({ day: new Date(0), name });
  const [a, b] = [rowOf('a'), rowOf('b')];
  const list: List<unknown, typeof a, typeof a> = {
    sort: { day: 'instant desc', name: 'text asc' },
    read: async () => [a, b, rowOf('b')],
  };
  const pageOf = (limit: number) =>
    page({ query: { limit }, url: '/v1/things' }, { header: () => undefined }, list, undefined);
  t.same(await pageOf(1), [a]);
  await t.rejects(pageOf(2), { message: 'The list has two rows with the same day,name.' });
});
