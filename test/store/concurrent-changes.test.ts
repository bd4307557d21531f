// ETag, If-Match and If-None-Match: animals that several programs read and change. How conditions
// are read and compared is tested in test/platform/contract/conditional-requests.test.ts.

import t from 'tap';
import { openStore, type Request, type Store } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { OWN } from '../support/services.ts';
import { MANAGER, newPet, openManager } from './pets.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const FAILED = {
  code: 'precondition_failed',
  message: 'No tag in If-Match is that of what is there now: read it again.',
  status: 412,
};

/** Sends requests with conditions, which may change and remove animals. */
async function openConditional({ createKey, send }: Store) {
  const { key } = await createKey({ scopes: [...MANAGER, 'orders:read'] });
  return (method: Request['method'], url: string, headers: object, payload?: object) =>
    send({
      ...(method && { method }),
      url: `/v1/${url}`,
      key,
      headers: { ...(payload && JSON_TYPE), ...headers },
      ...(payload && { payload }),
    });
}

t.test(
  'an animal has the same tag in each response, and another one when it changes',
  async (t) => {
    const store = await openStore(t);
    const send = await openManager(store);
    const tagOf = async (...request: Parameters<typeof send>) => {
      const { headers } = await send(...request);
      t.match(headers.etag, /^"[\w-]+"$/, request.join(' '));
      return headers.etag;
    };
    const first = await tagOf('POST', 'pets', '{"name":"Rex","categoryId":7}');
    t.equal(await tagOf('GET', 'pets/1'), first);
    const ofList = await tagOf('GET', 'pets');
    t.not(ofList, first);
    const sold = await tagOf('PATCH', 'pets/1', '{"status":"sold"}');
    t.not(sold, first);
    t.equal(await tagOf('GET', 'pets/1'), sold);
    t.not(await tagOf('GET', 'pets'), ofList);
    t.equal(await tagOf('PATCH', 'pets/1', '{"status":"sold"}'), sold, 'nothing has changed');
    t.equal(await tagOf('PATCH', 'pets/1', '{"status":"available"}'), first, 'it is as it was');
    t.equal(await tagOf('GET', 'pets'), ofList);
    t.not(await tagOf('POST', 'pets', '{"name":"Rex","categoryId":7}'), first, 'of another animal');
    t.equal(await tagOf('GET', 'pets?id=1'), ofList, 'of the same body');
    t.notOk('etag' in (await send('GET', 'store/orders')).headers);
    t.notOk('etag' in (await send('GET', 'pets/3')).headers);
  },
);

t.test('a change is made only while the animal has the tag', async (t) => {
  const store = await openStore(t);
  const send = await openConditional(store);
  const { pet, order } = store.database.client;
  await pet.create({ data: newPet({ name: 'Rex' }) });
  const { etag } = (await send('GET', 'pets/1', {})).headers;
  const named = (name: string) => ({ name });
  const patch = (condition: unknown, name: string, url = 'pets/1') =>
    send('PATCH', url, { 'if-match': condition }, named(name));
  const changed = await patch(etag, 'Mia');
  t.equal(changed.statusCode, 200);
  const now = changed.headers.etag;
  const old = await patch(etag, 'Max');
  t.same(old.json(), FAILED);
  t.notOk('etag' in old.headers);
  for (const condition of [`W/${now}`, '"a", "b"', '""']) {
    t.equal((await patch(condition, 'Max')).statusCode, 412, condition);
    t.equal((await send('DELETE', 'pets/1', { 'if-match': condition })).statusCode, 412);
  }
  t.equal((await send('GET', 'pets/1', {})).json().name, 'Mia');
  t.equal((await patch(`"a",${now} , "b"`, 'Mia')).statusCode, 200, 'one of several');
  t.equal((await patch('*', 'Mia')).statusCode, 200, 'whatever is there');

  // 400, 404, 412 and 409, in this order.
  await order.create({ data: { petId: 1n, quantity: 1, status: 'placed' } });
  t.equal((await patch('Mia', 'Max', 'pets/2')).statusCode, 400);
  for (const condition of [etag, '*']) {
    t.equal((await patch(condition, 'Max', 'pets/2')).statusCode, 404);
    t.equal((await send('DELETE', 'pets/2', { 'if-match': condition })).statusCode, 404);
  }
  t.equal((await send('DELETE', 'pets/1', { 'if-match': etag })).statusCode, 412);
  t.equal((await send('DELETE', 'pets/1', { 'if-match': now })).statusCode, 409);
  await order.deleteMany();
  t.equal((await send('DELETE', 'pets/1', { 'if-match': now })).statusCode, 204);
  t.equal((await patch(now, 'Max')).statusCode, 404);
});

t.test('no other operation takes the condition of a change', async (t) => {
  const store = await openStore(t);
  const send = await openConditional(store);
  await store.database.client.pet.create({ data: newPet() });
  const rex = { name: 'Rex', categoryId: 7 };
  for (const [method, url, payload] of [
    ['GET', 'pets', undefined],
    ['GET', 'pets/1', undefined],
    ['GET', 'store/orders', undefined],
    ['POST', 'pets', rex],
  ] as const) {
    t.same((await send(method, url, { 'if-match': '*' }, payload)).json(), {
      code: 'invalid_parameter',
      message: 'if-match is not supported by this operation.',
      status: 400,
    });
  }
  t.equal(await store.database.client.pet.count(), 1);
});

t.test('what a program has already is not sent again', async (t) => {
  const store = await openStore(t);
  const send = await openConditional(store);
  const data = Array.from({ length: 3 }, () => newPet());
  await store.database.client.pet.createMany({ data });
  for (const url of ['pets/1', 'pets', 'pets?limit=2', 'pets?id=1&id=3', 'pets?status=sold']) {
    const { headers, payload } = await send('GET', url, {});
    const { etag, deprecation } = headers;
    t.equal(headers['cache-control'], 'private, no-cache');
    for (const method of ['GET', 'HEAD'] as const) {
      for (const condition of [etag, `W/${etag}`, `"a", ${etag}`, '*']) {
        const same = await send(method, url, { 'if-none-match': condition });
        t.equal(same.statusCode, 304, `${method} ${url} ${condition}`);
        t.equal(same.payload, '');
        t.match(same.headers, { etag, 'cache-control': 'private, no-cache' });
        t.equal(same.headers.deprecation, deprecation);
      }
      const another = await send(method, url, { 'if-none-match': '"a"' });
      t.equal(another.statusCode, 200);
      t.equal(another.payload, method === 'GET' ? payload : '');
    }
  }
  const changed = await send('PATCH', 'pets/1', {}, { status: 'pending' });
  t.equal(changed.headers['cache-control'], 'no-store');
});

t.test('no change is lost of programs that send If-Match, on two instances', async (t) => {
  const url = await createDatabase(OWN);
  const stores = [
    await openStore(t, { DATABASE_URL: url }),
    await openStore(t, { DATABASE_URL: url }),
  ];
  const senders = await Promise.all(stores.map(openConditional));
  const programs = 12;
  const { pet } = (stores[0] as Store).database.client;
  await pet.createMany({ data: [newPet({ name: '0' }), newPet({ name: '0' })] });

  /** Adds 1 to the number in a name, after all others have read it once. */
  async function addOne(
    program: number,
    id: number,
    isConditional: boolean,
    start: () => Promise<unknown>,
  ) {
    const send = senders[program % senders.length];
    if (!send) return;
    for (;;) {
      const { headers, json } = await send('GET', `pets/${id}`, {});
      await start();
      const condition = isConditional ? { 'if-match': headers.etag } : {};
      const name = String(Number(json().name) + 1);
      const { statusCode } = await send('PATCH', `pets/${id}`, condition, { name });
      if (statusCode === 200) return;
      t.equal(statusCode, 412);
    }
  }
  const all = async (id: number, isConditional: boolean) => {
    let waiting = programs;
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = () => {
      waiting -= 1;
      if (waiting === 0) resolve();
      return promise;
    };
    await Promise.all(
      Array.from({ length: programs }, (_, program) => addOne(program, id, isConditional, start)),
    );
    return Number((await pet.findUniqueOrThrow({ where: { id: BigInt(id) } })).name);
  };
  t.equal(await all(1, true), programs);
  t.equal(await all(2, false), 1, 'all of them but one are lost without');
});

t.test('a removal between reading and changing is never undone', async (t) => {
  const store = await openStore(t);
  const send = await openConditional(store);
  const ids = Array.from({ length: 20 }, (_, i) => i + 1);
  const data = ids.map((id) => ({ ...newPet(), id: BigInt(id) }));
  await store.database.client.pet.createMany({ data });
  await Promise.all(
    ids.map(async (id) => {
      const { etag } = (await send('GET', `pets/${id}`, {})).headers;
      const [changed, removed] = await Promise.all([
        send('PATCH', `pets/${id}`, { 'if-match': etag }, { name: 'Mia' }),
        send('DELETE', `pets/${id}`, { 'if-match': etag }),
      ]);
      // Whichever came first was made.
      const statuses = [changed.statusCode, removed.statusCode].join();
      t.ok(['200,412', '404,204'].includes(statuses), statuses);
      const left = await store.database.client.pet.findUnique({ where: { id: BigInt(id) } });
      t.equal(left?.name, changed.statusCode === 200 ? 'Mia' : undefined);
    }),
  );
});
