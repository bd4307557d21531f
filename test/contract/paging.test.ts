import t from 'tap';
import { page, pageStart } from '../../src/contract/paging.ts';
import { nextPage } from '../helper.ts';
import { openFeatures } from './features.ts';

/*
 * Cases that no list of the service has yet, but a new one may have. All others are tested through
 * its operations.
 */

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
  const listThings = (request: Parameters<typeof page>[0], reply: Reply) => {
    const { limit, cursor: _, ...filters } = request.query;
    seen.push(filters);
    reply.header('X-Total', 3n);
    reply.header('X-Done', true);
    // The contract declares no 400, which a handler may not throw then.
    let after: bigint | undefined;
    try {
      after = pageStart(request);
    } catch (error) {
      rejected.push(error);
      return [];
    }
    const rows = THINGS.filter(({ id }) => after === undefined || id > after);
    return page(request, reply, rows.slice(0, limit + 1));
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
