import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { openStore } from '../helper.js';

const SETTINGS = { MAX_EVENT_LOOP_DELAY_MS: '250' };

/** Keeps this process busy, as more requests than it can serve would. */
async function overload(seconds: number) {
  const endMs = performance.now() + seconds * 1_000;
  while (performance.now() < endMs) {
    const pauseMs = performance.now() + 400;
    while (performance.now() < pauseMs);
    await wait(1);
  }
}

t.test('turns requests away while there is more work than can be done', async (t) => {
  const store = await openStore(t, SETTINGS);
  t.equal((await store.send({ url: '/v1/pets' })).statusCode, 200);
  await overload(3);
  const refused = await store.send({ url: '/v1/pets' });
  t.equal(refused.statusCode, 503);
  t.same(refused.json(), {
    code: 'service_unavailable',
    message: 'The service cannot answer at the moment. Please try again later.',
    status: 503,
  });
  t.equal(refused.headers['retry-after'], '2');
  t.equal((await store.send({ url: '/v1/pets', key: null })).statusCode, 401, 'strangers first');
  while ((await store.send({ url: '/v1/pets' })).statusCode !== 200) await wait(50);
});

t.test('turns nobody away for one long task, of which there is no measurement', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  const endMs = performance.now() + 2_500;
  while (performance.now() < endMs);
  // The turn of the event loop in which the sample is taken.
  await wait(1);
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
});
