// GET /v1/pets/{petId}: the animal, its absence, and the end of the operation.

import t from 'tap';
import { openStore, type Store } from '../helper.ts';
import { petText } from './pets.ts';

const SUNSET = 'Thu, 05 Dec 2030 00:00:00 GMT';
const REMOVED = {
  code: 'operation_removed',
  message: 'getPet was removed on 2030-12-05: use listPets (GET /v1/pets) instead.',
  status: 410,
};

async function addPet({ database }: Store, id: bigint) {
  await database.client.pet.create({ data: { id, name: 'Rex', categoryId: 7n, status: 'sold' } });
}

t.test('returns the animal with the id', async (t) => {
  const store = await openStore(t);
  for (const id of ['1', '0', '9007199254740993', '9223372036854775807', '-9223372036854775808']) {
    await addPet(store, BigInt(id));
    const response = await store.send({ url: `/v1/pets/${id}` });
    t.equal(response.statusCode, 200);
    const pet = { id: BigInt(id), name: 'Rex', categoryId: 7, status: 'sold' };
    t.equal(response.payload, petText(pet));
  }
});

t.test('returns 404 when no animal has the id', async (t) => {
  const store = await openStore(t);
  await addPet(store, 9007199254740992n);
  for (const id of ['1', '0', '-1', '9007199254740993', '9223372036854775807']) {
    t.same((await store.send({ url: `/v1/pets/${id}` })).json(), {
      code: 'pet_not_found',
      message: `No animal has the id ${id}.`,
      status: 404,
    });
  }
});

t.test('announces its deprecation on every response, whatever its status', async (t) => {
  const store = await openStore(t);
  await addPet(store, 1n);
  const limits = { perMinute: 1, perDay: 1 };
  const { key } = await store.createKey({ plan: 'enterprise', limits });
  const expectAnnounced = async (status: number, request: { key?: string | null; url: string }) => {
    const { statusCode, headers } = await store.send(request);
    t.equal(statusCode, status);
    const { deprecation, sunset, link } = headers;
    t.same(
      { deprecation, sunset, link },
      { deprecation: '@1795219200', sunset: SUNSET, link: '</v1/pets>; rel="successor-version"' },
      `${status}`,
    );
  };
  await expectAnnounced(200, { url: '/v1/pets/1' });
  await expectAnnounced(400, { url: '/v1/pets/one' });
  await expectAnnounced(401, { url: '/v1/pets/1', key: null });
  await expectAnnounced(404, { url: '/v1/pets/2' });
  await expectAnnounced(200, { url: '/v1/pets/1', key });
  await expectAnnounced(429, { url: '/v1/pets/1', key });
  await store.alter('ALTER TABLE pets RENAME TO lost');
  await expectAnnounced(500, { url: '/v1/pets/1' });
  store.clock.stop(Date.parse(SUNSET));
  await expectAnnounced(410, { url: '/v1/pets/1' });
});

t.test('is there until its sunset, and from then on only names its replacement', async (t) => {
  const store = await openStore(t);
  await addPet(store, 1n);
  store.clock.stop(Date.parse(SUNSET) - 1);
  t.equal((await store.send({ url: '/v1/pets/1' })).statusCode, 200);
  store.clock.move(0.001);
  for (const id of ['1', '2', 'one', '1?x=1']) {
    t.same((await store.send({ url: `/v1/pets/${id}` })).json(), REMOVED, id);
  }
  const head = await store.send({ url: '/v1/pets/1', method: 'HEAD' });
  t.match(head, { statusCode: 410, headers: { sunset: SUNSET } });
  t.equal((await store.send({ url: '/v1/pets/1', key: null })).statusCode, 401);
  t.equal((await store.send({ url: '/v1/pets' })).statusCode, 200);
});
