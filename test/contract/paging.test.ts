import t from 'tap';
import { page, pageStart } from '../../src/contract/paging.ts';

/*
 * Cases that no list has yet, but a new one may have. All others are tested through the operations.
 */

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

t.test('a filter may be an int64', async (t) => {
  const next = nextAddress({ petId: 9007199254740993n }, '/v1/orders?petId=9007199254740993');
  t.match(next, /^\/v1\/orders\?petId=9007199254740993&limit=1&cursor=/);
  t.equal(startOf({ petId: 9007199254740993n }, next), 1n);
  t.throws(() => startOf({ petId: 9007199254740992n }, next), { code: 'invalid_parameter' });
});

t.test('the text of a filter is not confused with other filters', async (t) => {
  const next = nextAddress({ name: 'a&b=c' }, '/v1/pets');
  t.match(next, '/v1/pets?name=a%26b%3Dc&limit=1&cursor=');
  t.equal(startOf({ name: 'a&b=c' }, next), 1n);
  t.throws(() => startOf({ name: 'a', b: 'c' }, next), { code: 'invalid_parameter' });
});
