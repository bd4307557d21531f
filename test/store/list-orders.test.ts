// GET /v1/store/orders: the orders, their pages, and the mark of an experiment.

import t from 'tap';
import { nextPage, openStore, type Store } from '../helper.ts';
import { listed } from './pets.ts';

/** Adds an animal and orders for it as the store's other systems do, with the ids 1, 2, 3 ... */
async function addOrders({ database }: Store, states: ('placed' | 'approved' | 'delivered')[]) {
  const { id: petId } = await database.client.pet.create({
    data: { name: 'Rex', categoryId: 7n, status: 'sold' },
  });
  const createdAt = new Date('2026-11-21T09:30:00.250Z');
  const data = states.map((status, index) => ({
    id: BigInt(index + 1),
    petId,
    quantity: index + 1,
    status,
    createdAt,
  }));
  await database.client.order.createMany({ data });
}

t.test('lists orders with all their fields, by ascending id', async (t) => {
  const store = await openStore(t);
  t.equal((await store.send({ url: '/v1/store/orders' })).payload, '[]');
  await addOrders(store, ['placed', 'delivered']);
  const last = { petId: 1n, quantity: 2 ** 31 - 1, status: 'approved' } as const;
  await store.database.client.order.create({
    data: { ...last, id: 2n ** 63n - 1n, createdAt: new Date('1969-12-31T23:59:59Z') },
  });
  const at = '"createdAt":"2026-11-21T09:30:00.250Z"';
  const orders = [
    `{"id":1,"petId":1,"quantity":1,"status":"placed",${at}}`,
    `{"id":2,"petId":1,"quantity":2,"status":"delivered",${at}}`,
    '{"id":9223372036854775807,"petId":1,"quantity":2147483647,"status":"approved",' +
      '"createdAt":"1969-12-31T23:59:59.000Z"}',
  ];
  t.equal((await store.send({ url: '/v1/store/orders' })).payload, `[${orders}]`);
});

t.test('links the pages of a filtered list, from the lowest id there is', async (t) => {
  const store = await openStore(t);
  await addOrders(store, ['placed', 'approved', 'placed', 'placed', 'approved']);
  const lowest = { id: -(2n ** 63n), petId: 1n, quantity: 1, status: 'placed' } as const;
  await store.database.client.order.create({ data: lowest });
  const first = await store.send({ url: '/v1/store/orders?status=placed&limit=2' });
  t.match(first.payload, /^\[\{"id":-9223372036854775808,.*\{"id":1,/);
  t.match(first.headers.link, /^<\/v1\/store\/orders\?status=placed&limit=2&cursor=/);
  const second = await store.send({ url: nextPage(first) ?? '' });
  t.match(second.json(), [{ id: 3 }, { id: 4 }]);
  t.equal(nextPage(second), undefined);
  const { message } = (await store.send({ url: '/v1/store/orders?status=made_up' })).json();
  t.equal(message, `status must be one of ${listed('OrderStatus')}.`);
});

t.test('marks every response as experimental', async (t) => {
  const store = await openStore(t);
  for (const [status, request] of [
    [200, { url: '/v1/store/orders' }],
    [200, { url: '/v1/store/orders', method: 'HEAD' }],
    [400, { url: '/v1/store/orders?limit=0' }],
    [401, { url: '/v1/store/orders', key: null }],
  ] as const) {
    const { statusCode, headers } = await store.send(request);
    t.equal(statusCode, status);
    t.equal(headers['x-stability'], 'experimental', `${status}`);
  }
  t.notOk('x-stability' in (await store.send({ url: '/v1/pets' })).headers);
});
