import t from 'tap';
import { page, pageStart } from '../../src/contract/paging.ts';
import { nextPage } from '../helper.ts';
import { openFeatures } from './features.ts';

/*
 * Cases that no list of the service has yet, but a new one may have. All others are tested through
 * its operations.
 */

const BIG = 9007199254740993n;

/** The URL of the page after the requested one. */
function nextAddress(query: object, url: string) {
  let link = '';
  const reply = {
    header(_name: 'Link', value: string) {
      link = value;
    },
  };
  page({ query: { ...query, limit: 1 }, url }, reply, [{ id: 1n }, { id: 2n }]);
  return link.slice(1, link.indexOf('>'));
}

/** The id after which a page begins. */
function startOf(query: object, address: string) {
  const cursor = new URL(address, 'http://store').searchParams.get('cursor') ?? '';
  return pageStart({ query: { ...query, limit: 1, cursor }, url: address });
}

/** Filters of one list, how its next page begins, and filters of other lists. */
const CURSORS: readonly (readonly [filters: object, search: string, others: readonly object[]])[] =
  [
    [{ petId: BIG }, `petId=${BIG}`, [{ petId: BIG - 1n }, {}]],
    [{ name: 'a&b=c' }, 'name=a%26b%3Dc', [{ name: 'a', b: 'c' }]],
    [
      { names: ['a', 'b'] },
      'names=a&names=b',
      [{ names: ['a'] }, { names: ['a,b'] }, { names: ['b', 'a'] }, { names: ['a', 'b', 'b'] }],
    ],
  ];

t.test('a cursor is not taken for a list with other filters', async (t) => {
  for (const [filters, search, others] of CURSORS) {
    const next = nextAddress(filters, '/v1/things');
    t.match(next, `/v1/things?${search}&limit=1&cursor=`);
    t.equal(startOf(filters, next), 1n);
    for (const other of others) {
      t.throws(() => startOf(other, next), { code: 'invalid_parameter' }, search);
    }
  }
});

interface Reply {
  header(name: string, value: unknown): void;
}

const THINGS = [1n, 2n, 3n].map((id) => ({ id, name: 'a' }));
/** Filters of listThings, and what its handler gets of them. */
const FILTERS: readonly (readonly [search: string, filters: object])[] = [
  ['', { states: ['a'] }],
  ['&states=b&states=a', { states: ['b', 'a'] }],
  ['&names=a&names=a', { names: ['a', 'a'] }],
  ['&names=a%2Cb&names=c+d&names=', { names: ['a,b', 'c d', ''] }],
  ['&names=%26x%3D1%23%2B%25', { names: ['&x=1#+%'] }],
  ['&names=%3E%3B%20%22%3C', { names: ['>; "<'] }],
  ['&names=%F0%9F%90%B6&names=%D7%9B', { names: ['🐶', 'כ'] }],
  ['&ids=9007199254740993&ids=-1&flag=true', { ids: [9007199254740993n, -1n], flag: true }],
];

t.test('a list is followed to its end by its Link, with filters that are lists', async (t) => {
  const seen: object[] = [];
  const listThings = (request: Parameters<typeof page>[0], reply: Reply) => {
    const { limit, cursor: _, ...filters } = request.query;
    seen.push(filters);
    reply.header('X-Total', 3n);
    reply.header('X-Done', true);
    const after = pageStart(request);
    const rows = THINGS.filter(({ id }) => after === undefined || id > after);
    return page(request, reply, rows.slice(0, limit + 1));
  };
  const { send } = await openFeatures(t, {}, { listThings });
  const get = (url: string) => send({ url, headers: { 'X-Mode': 'fast' } });
  for (const [search, filters] of FILTERS) {
    seen.length = 0;
    let next: string | undefined = `/v1/things?is+sold=true&limit=1${search}`;
    for (const thing of THINGS) {
      const response = await get(String(next));
      t.same(response.json(), [{ ...thing, id: Number(thing.id) }], `${next} ${response.payload}`);
      next = nextPage(response);
    }
    t.equal(next, undefined, 'the last page');
    t.match(seen[0], filters);
    t.strictSame(seen, [seen[0], seen[0], seen[0]], 'all pages have the same filters');
  }
});
