// PATCH /v1/pets/{petId}: which fields change, and which bodies are rejected.

import t from 'tap';
import { openStore } from '../helper.ts';
import { listed, newPet, openManager, petText } from './pets.ts';

const REX = { name: 'Rex', categoryId: 7n, status: 'available' } as const;

t.test('changes the fields that are sent, and returns the whole animal', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const { id } = await store.database.client.pet.create({ data: newPet(REX) });
  const other = await store.database.client.pet.create({ data: newPet(REX) });
  let pet = { ...REX, id } as Record<string, unknown>;
  for (const change of [
    { status: 'sold' },
    { name: 'Rex 🐶' },
    { categoryId: 9_223_372_036_854_775_807n },
    { categoryId: -9_223_372_036_854_775_808n },
    // From any status to any other, and to the same one.
    { status: 'available' },
    { status: 'available' },
    { status: 'pending' },
    { name: 'Mia', categoryId: 9_007_199_254_740_993n, status: 'sold' },
  ]) {
    pet = { ...pet, ...change };
    const fields = Object.entries(change).map(([name, value]) => {
      return `"${name}":${typeof value === 'bigint' ? value : JSON.stringify(value)}`;
    });
    const response = await send('PATCH', `pets/${id}`, `{${fields}}`);
    t.equal(response.statusCode, 200, fields.join());
    t.equal(response.payload, petText(pet));
    t.equal(response.headers['x-stability'], 'beta');
    t.equal((await send('GET', `pets/${id}`)).payload, response.payload);
  }
  const left = petText({ ...REX, id: other.id });
  t.equal((await send('GET', `pets/${other.id}`)).payload, left, 'another one stays');
});

t.test('changes an animal with any id, also an ordered one, and no other', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const { pet, order } = store.database.client;
  const ids = ['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'];
  for (const text of ids) {
    const id = BigInt(text);
    await pet.create({ data: { ...newPet(REX), id } });
    await order.create({ data: { petId: id, quantity: 1, status: 'placed' } });
  }
  for (const [i, id] of ids.entries()) {
    const { payload } = await send('PATCH', `pets/${id}`, '{"status":"sold"}');
    t.equal(payload, petText({ ...REX, id: BigInt(id), status: 'sold' }));
    t.equal(await pet.count({ where: { status: 'sold' } }), i + 1);
  }
  for (const id of ['1', '9007199254740992', '9223372036854775806']) {
    t.same((await send('PATCH', `pets/${id}`, '{"status":"sold"}')).json(), {
      code: 'pet_not_found',
      message: `No animal has the id ${id}.`,
      status: 404,
    });
  }
});

t.test('rejects a body that is no change, and changes nothing', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  await store.database.client.pet.create({ data: newPet(REX) });
  const before = (await send('GET', 'pets/1')).payload;
  for (const [body, code, message] of [
    ['', 'invalid_body', 'The request body is required.'],
    ['null', 'invalid_body', 'The request body is required.'],
    ['{}', 'invalid_body', 'The body must have at least 1 field.'],
    ['[{"status":"sold"}]', 'invalid_body', 'The body must be an object.'],
    ['{"name":null}', 'invalid_body', 'name must be a string.'],
    ['{"status":null,"name":"Mia"}', 'invalid_body', 'status must be a string.'],
    ['{"status":"Sold"}', 'invalid_body', `status must be one of ${listed('PetStatus')}.`],
    ['{"name":""}', 'invalid_body', 'name must have at least 1 character.'],
    ['{"name":"a\\u0000"}', 'invalid_body', 'name must not contain NUL.'],
    ['{"categoryId":"7"}', 'invalid_body', 'categoryId must be an integer.'],
    ['{"id":2}', 'invalid_body', 'id is not a known field.'],
    ['{"status":"sold","nmae":"Mia"}', 'invalid_body', 'nmae is not a known field.'],
    ['{"status":"sold"', 'invalid_json', 'The body is not valid JSON.'],
  ] as const) {
    const response = await send('PATCH', 'pets/1', body);
    t.same(response.json(), { code, message, status: 400 }, body);
    t.equal((await send('PATCH', 'pets/2', body)).statusCode, 400, 'before a 404');
  }
  for (const type of ['application/merge-patch+json', 'application/json-patch+json']) {
    const { key } = await store.createKey({ scopes: ['pets:manage'] });
    const headers = { 'content-type': type };
    const request = { method: 'PATCH', url: '/v1/pets/1', payload: '{"status":"sold"}' } as const;
    t.same((await store.send({ ...request, headers, key })).json(), {
      code: 'unsupported_media_type',
      message: 'The body must be application/json.',
      status: 415,
    });
  }
  t.equal((await send('PATCH', 'pets/1?status=sold', '{"status":"sold"}')).statusCode, 400);
  t.equal((await send('PATCH', 'pets/one', '{"status":"sold"}')).statusCode, 400);
  t.equal((await send('GET', 'pets/1')).payload, before);
});

t.test('works at the address of getPet, also when that is gone', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const added = await send('POST', 'pets', '{"name":"Rex","categoryId":7}');
  const address = String(added.headers.location).replace('/v1/', '');
  store.clock.stop(Date.parse('2030-12-05'));
  t.equal((await send('GET', address)).statusCode, 410);
  const changed = await send('PATCH', address, '{"status":"sold"}');
  t.equal(changed.statusCode, 200);
  t.notOk('deprecation' in changed.headers);
  t.equal((await send('DELETE', address)).statusCode, 204);
});
