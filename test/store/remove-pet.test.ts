// DELETE /v1/pets/{petId}: what is gone afterwards, and which animals stay.

import t from 'tap';
import { openStore } from '../helper.ts';
import { createDatabase, openAs } from '../support/databases.ts';
import { OWN } from '../support/services.ts';
import { newPet, openManager } from './pets.ts';

const PLACED = { quantity: 1, status: 'placed' } as const;

t.test('removes the animal with the id, and no other', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const ids = [-(2n ** 63n), -1n, 0n, 1n, 2n ** 53n + 1n, 2n ** 63n - 1n];
  await store.database.client.pet.createMany({ data: ids.map((id) => ({ ...newPet(), id })) });
  for (const [i, id] of ids.entries()) {
    const removed = await send('DELETE', `pets/${id}`);
    t.equal(removed.statusCode, 204);
    t.equal(removed.payload, '');
    t.equal(removed.headers['x-stability'], 'beta');
    const gone = { code: 'pet_not_found', message: `No animal has the id ${id}.`, status: 404 };
    t.same((await send('DELETE', `pets/${id}`)).json(), gone);
    t.same((await send('GET', `pets/${id}`)).json(), gone);
    t.same((await send('PATCH', `pets/${id}`, '{"status":"sold"}')).json(), gone);
    t.equal((await send('GET', 'pets')).json().length, ids.length - i - 1);
  }
  t.equal((await send('DELETE', 'pets/one')).statusCode, 400);
});

t.test('keeps an animal that an order refers to, whatever the order has become', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const { pet, order } = store.database.client;
  for (const status of ['placed', 'approved', 'delivered'] as const) {
    const { id } = await pet.create({ data: newPet() });
    await order.create({ data: { petId: id, quantity: 1, status } });
    t.same((await send('DELETE', `pets/${id}`)).json(), {
      code: 'pet_is_ordered',
      message: `An order refers to the animal ${id}.`,
      status: 409,
    });
    t.equal((await send('GET', `pets/${id}`)).statusCode, 200);
    await order.deleteMany({ where: { petId: id } });
    t.equal((await send('DELETE', `pets/${id}`)).statusCode, 204);
  }
});

t.test('no order refers to an animal that is gone, however close they come', async (t) => {
  const url = await createDatabase(OWN);
  const store = await openStore(t, { DATABASE_URL: url });
  const send = await openManager(store);
  // The store's other systems have connections of their own.
  const { client: other } = await openAs(OWN, t, url);
  const data = Array.from({ length: 40 }, (_, i) => ({ ...newPet(), id: BigInt(i) }));
  await other.pet.createMany({ data });
  const outcomes = await Promise.all(
    data.map(async ({ id }, i) => {
      const ordering = async () => {
        await other.order.create({ data: { ...PLACED, petId: id } });
      };
      const [first, second] = i % 2 === 0 ? [ordering, remove] : [remove, ordering];
      await Promise.allSettled([first(), second()]);
      return { id, isOrdered: (await other.order.count({ where: { petId: id } })) === 1 };

      async function remove() {
        const { statusCode } = await send('DELETE', `pets/${id}`);
        t.ok([204, 409].includes(statusCode), `${statusCode}`);
      }
    }),
  );
  for (const { id, isOrdered } of outcomes) {
    t.equal(await other.pet.count({ where: { id } }), isOrdered ? 1 : 0, `${id}`);
  }
});

t.test('a repeated Idempotency-Key returns the animal as it was added', async (t) => {
  const store = await openStore(t);
  const send = await openManager(store);
  const add = (payload: object) =>
    store.send({
      method: 'POST',
      url: '/v1/pets',
      payload,
      headers: { 'idempotency-key': 'my-first-animal' },
    });
  const body = { name: 'Rex', categoryId: 7 };
  const added = await add(body);
  await send('PATCH', 'pets/1', '{"name":"Mia","status":"sold"}');
  const expectRepeated = async () => {
    const repeated = await add(body);
    t.equal(repeated.statusCode, 201);
    t.equal(repeated.payload, added.payload);
    t.equal(repeated.headers.location, added.headers.location);
  };
  await expectRepeated();
  t.equal((await send('GET', 'pets/1')).json().name, 'Mia');
  t.equal((await send('DELETE', 'pets/1')).statusCode, 204);
  await expectRepeated();
  t.equal((await add({ ...body, name: 'Mia' })).statusCode, 422);
  t.equal((await send('GET', 'pets')).payload, '[]', 'nothing is added again');
  const next = await send('POST', 'pets', '{"name":"Rex","categoryId":7}');
  t.equal(next.json().id, 2, 'no id is assigned twice');
});
