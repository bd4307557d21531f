// GET /v1/pets: the animals, their pages, and which queries and cursors are rejected.

import type { LightMyRequestResponse as Response } from 'fastify';
import t from 'tap';
import type { PetStatus } from '../../generated/prisma/sqlite/enums.ts';
import { nextPage, openStore, type Store } from '../helper.ts';
import { exchange, listen, requestText } from '../support/raw-http.ts';
import { listed, petText } from './pets.ts';

const REX = { name: 'Rex', categoryId: 7n, status: 'sold' } as const;

/** Adds animals with the ids 1, 2, 3 ..., and with alternating statuses. */
async function addPets({ database }: Store, count: number, states: PetStatus[] = ['available']) {
  const data = Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Pet ${index + 1}`,
    categoryId: 7n,
    status: states[index % states.length] ?? 'available',
  }));
  await database.client.pet.createMany({ data });
}

/** The ids on every page, starting with the one at this address. */
async function idsByPage(store: Store, url: string): Promise<number[][]> {
  const response = await store.send({ url });
  const ids = response.json().map(({ id }: { id: number }) => id);
  const next = nextPage(response);
  return next === undefined ? [ids] : [ids, ...(await idsByPage(store, next))];
}

/** The address of the second page. */
async function secondPage(store: Store, url: string): Promise<URL> {
  return new URL(nextPage(await store.send({ url })) ?? '', 'http://store');
}

function rangeTo(last: number) {
  return Array.from({ length: last }, (_, index) => index + 1);
}

t.test('lists every id exactly, in ascending order, over the whole 64-bit range', async (t) => {
  const store = await openStore(t);
  t.equal((await store.send({ url: '/v1/pets' })).payload, '[]');
  const lowest = ['-9223372036854775808', '-9223372036854775807'];
  const ids = [...lowest, '-1', '0', '9007199254740993', '9223372036854775807'];
  for (const id of ids.toReversed()) {
    const data = { ...REX, id: BigInt(id), categoryId: BigInt(id) };
    await store.database.client.pet.create({ data });
  }
  const pets = ids.map(BigInt).map((id) => petText({ ...REX, id, categoryId: id }));
  t.equal((await store.send({ url: '/v1/pets' })).payload, `[${pets}]`);
  for (const first of ['/v1/pets?limit=1', '/v1/pets?limit=1&status=sold']) {
    let url: string | undefined = first;
    for (const pet of pets) {
      const response: Response = await store.send({ url: url ?? '' });
      t.equal(response.payload, `[${pet}]`);
      url = nextPage(response);
    }
    t.equal(url, undefined);
  }
});

t.test('lists at most limit animals, and 20 without a limit', async (t) => {
  const store = await openStore(t);
  await addPets(store, 101);
  for (const [query, count] of [
    ['', 20],
    ['?limit=1', 1],
    ['?limit=100', 100],
    ['?%6cimit=%31%30', 10],
  ] as const) {
    const response = await store.send({ url: `/v1/pets${query}` });
    const pets = rangeTo(count).map((id) => ({ id, name: `Pet ${id}`, categoryId: 7 }));
    t.match(response.json(), pets, query);
    t.equal(response.json().length, count);
  }
});

t.test('links all pages, and nothing from the last one', async (t) => {
  const store = await openStore(t);
  await addPets(store, 10, ['available', 'sold']);
  for (const [query, pages] of [
    ['limit=3', [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]],
    ['limit=5', [rangeTo(5), [6, 7, 8, 9, 10]]],
    ['status=sold&limit=1', [[2], [4], [6], [8], [10]]],
    ['limit=2&status=available', [[1, 3], [5, 7], [9]]],
    ['status=pending', [[]]],
  ] as const) {
    t.same(await idsByPage(store, `/v1/pets?${query}`), pages, query);
  }
  const { searchParams } = await secondPage(store, '/v1/pets?limit=8');
  searchParams.set('limit', '1');
  t.same(await idsByPage(store, `/v1/pets?${searchParams}`), [[9], [10]], 'the limit may change');
});

t.test('lists the animals with some ids, each once, in ascending order', async (t) => {
  const store = await openStore(t);
  await addPets(store, 9, ['available', 'sold', 'pending']);
  const big = ['-9223372036854775808', '-1', '0', '9007199254740993', '9223372036854775807'];
  const data = big.map((id) => ({ ...REX, id: BigInt(id) }));
  await store.database.client.pet.createMany({ data });
  for (const [query, ids] of [
    ['id=7', ['7']],
    ['id=7&id=2', ['2', '7']],
    ['id=2&id=7&id=2&id=2', ['2', '7']],
    ['id=10', []],
    ['id=10&id=3&id=9007199254740992', ['3']],
    [
      big
        .toReversed()
        .map((id) => `id=${id}`)
        .join('&'),
      big,
    ],
    // With the other filter.
    ['id=1&id=2&id=3&id=4&id=5&status=sold', ['2', '5']],
    ['status=pending&id=1', []],
  ] as const) {
    const { statusCode, payload, headers } = await store.send({ url: `/v1/pets?${query}` });
    t.equal(statusCode, 200, query);
    t.same(
      [...payload.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id),
      ids,
      query,
    );
    t.notOk('link' in headers);
  }
  const many = rangeTo(100).map((id) => `id=${id}`);
  const { payload } = await store.send({ url: `/v1/pets?${many.join('&')}&limit=100` });
  t.equal(JSON.parse(payload).length, 9, 'a hundred ids');
  const manyMore = await store.send({ url: `/v1/pets?${many.join('&')}&id=1` });
  t.match(manyMore.json(), { message: 'id must have at most 100 items.', status: 400 });
});

t.test('an agent reads one animal, or several, by their ids', async (t) => {
  const store = await openStore(t);
  const big = 9007199254740993n;
  for (const id of [1n, 2n, big]) await store.database.client.pet.create({ data: { ...REX, id } });
  const call = async (args: object) => {
    const params = { name: 'listPets', arguments: args };
    const response = await store.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${store.key}`,
      },
    });
    const { isError = false, content } = response.json().result;
    return [isError, content[0].text];
  };
  const rex = petText({ ...REX, id: big });
  t.same(await call({ id: [`${big}`] }), [false, `{"items":[${rex}]}`]);
  t.same(await call({ id: [1, `${big}`, 5] }), [
    false,
    `{"items":[${petText({ ...REX, id: 1 })},${rex}]}`,
  ]);
  t.match(await call({ id: [] }), [true, 'id must have at least 1 item.'], 'not all of them');
});

t.test('links the pages of a list of ids, which no other list continues', async (t) => {
  const store = await openStore(t);
  await addPets(store, 10, ['available', 'sold']);
  for (const [query, pages] of [
    [
      'id=9&id=1&id=5&id=3&limit=2',
      [
        [1, 3],
        [5, 9],
      ],
    ],
    ['id=9&id=1&id=5&id=3&limit=3', [[1, 3, 5], [9]]],
    ['id=9&id=1&id=5&id=9&id=3&limit=4', [[1, 3, 5, 9]]],
    [
      `status=sold&limit=1${rangeTo(10)
        .map((id) => `&id=${id}`)
        .join('')}`,
      [[2], [4], [6], [8], [10]],
    ],
  ] as const) {
    t.same(await idsByPage(store, `/v1/pets?${query}`), pages, query);
  }
  const { searchParams } = await secondPage(store, '/v1/pets?id=1&id=2&id=3&limit=1');
  t.same(searchParams.getAll('id'), ['1', '2', '3']);
  const cursor = searchParams.get('cursor');
  for (const query of ['', 'id=1&id=2&', 'id=1&id=2&id=3&id=4&', 'id=1&id=2&id=3&status=sold&']) {
    const { statusCode } = await store.send({ url: `/v1/pets?${query}cursor=${cursor}` });
    t.equal(statusCode, 400, query);
  }
  // What is removed in between is left out.
  await store.database.client.pet.delete({ where: { id: 2n } });
  t.same(await idsByPage(store, `/v1/pets?${searchParams}`), [[3]]);
});

t.test("names the next page by its path and query, never by a caller's host", async (t) => {
  const store = await openStore(t);
  await addPets(store, 21);
  const { headers } = await store.send({ url: '/v1/pets?status=available' });
  t.match(headers.link, /<\/v1\/pets\?status=available&limit=20&cursor=[\w-]{16}>; rel="next"/);
  const port = await listen(store.app);
  const origins = ['http://evil.example', 'HTTPS://evil.example:8443', 'http://[::1]'];
  for (const origin of ['', ...origins]) {
    const target = `${origin}/v1/pets?limit=1`;
    const head = await exchange(port, requestText(store.key, 'GET', target, 'Connection: close'));
    t.match(head, /^HTTP\/1.1 200 /, origin);
    t.match(head, /\r\nlink: .*<\/v1\/pets\?limit=1&cursor=[\w-]{16}>; rel="next"/i, origin);
  }
});

t.test('neither repeats nor skips an animal when others are added or removed', async (t) => {
  const store = await openStore(t);
  await addPets(store, 5);
  const second = await secondPage(store, '/v1/pets?limit=2');
  await store.database.client.pet.deleteMany({ where: { id: { in: [1n, 2n, 4n] } } });
  t.same(await idsByPage(store, second.pathname + second.search), [[3, 5]]);
});

t.test('rejects a cursor that this list did not issue', async (t) => {
  const store = await openStore(t);
  // The cursor of the last id but one has characters that base64 can encode in two ways.
  for (const id of [1n, 2n ** 63n - 2n, 2n ** 63n - 1n]) {
    await store.database.client.pet.create({ data: { ...REX, id } });
    await store.database.client.order.create({
      data: { petId: id, quantity: 1, status: 'placed' },
    });
  }
  const cursorFrom = async (url: string) =>
    (await secondPage(store, url)).searchParams.get('cursor') ?? '';
  const cursor = await cursorFrom('/v1/pets?limit=2');
  t.match(cursor, /^\w*_[\w-]*$/);
  t.equal((await store.send({ url: `/v1/pets?cursor=${cursor}` })).json().length, 1);

  const foreign = {
    'another filter': await cursorFrom('/v1/pets?limit=2&status=sold'),
    'another operation': await cursorFrom('/v1/store/orders?limit=2'),
    'another alphabet': cursor.replaceAll('_', '/'),
    padding: `${cursor}=`,
    'more at the end': `${cursor}A`,
    'less at the end': cursor.slice(0, -1),
    'an id alone': cursor.slice(0, 11),
    'no base64 at all': '🐶',
    ...Object.fromEntries(
      [...cursor].map((character, index) => [
        `another character ${index}`,
        cursor.slice(0, index) + (character === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
      ]),
    ),
  };
  const message = 'cursor was not issued for this list.';
  for (const [alteration, altered] of Object.entries(foreign)) {
    const response = await store.send({ url: `/v1/pets?cursor=${encodeURIComponent(altered)}` });
    t.same(response.json(), { code: 'invalid_parameter', message, status: 400 }, alteration);
  }
  t.equal((await store.send({ url: `/v1/pets?status=sold&cursor=${cursor}` })).statusCode, 400);
});

/** How values are read is tested in test/platform/contract/requests.test.ts. */
t.test('rejects every query that is not exactly what the contract describes', async (t) => {
  const store = await openStore(t);
  for (const [query, message] of [
    ['limit=0', 'limit must be at least 1.'],
    ['limit=101', 'limit must be at most 100.'],
    ['status=Sold', `status must be one of ${listed('PetStatus')}.`],
    ['cursor=', 'cursor must have at least 1 character.'],
    [`cursor=${'A'.repeat(2049)}`, 'cursor must have at most 2048 characters.'],
    ['offset=1', 'offset is not a known parameter.'],
    ['id=', 'id.0 must be an integer.'],
    ['id=1,2', 'id.0 must be an integer.'],
    ['id=1&id=07', 'id.1 must be an integer.'],
    ['id=9223372036854775808', 'id.0 must be at most 9223372036854775807.'],
    ['id[]=1', 'id[] is not a known parameter.'],
  ] as const) {
    const response = await store.send({ url: `/v1/pets?${query}` });
    t.same(response.json(), { code: 'invalid_parameter', message, status: 400 }, query);
  }
});
