import { once } from 'node:events';
import { type AddressInfo, connect, type Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import fp from 'fastify-plugin';
import t from 'tap';
import connections from '../../src/http/connections.ts';
import overload from '../../src/http/overload.ts';
import { openStore } from '../helper.ts';
import { openPipeline } from '../support/pipeline.ts';
import { until } from '../support/until.ts';

const SETTINGS = { MAX_EVENT_LOOP_DELAY_MS: '500' };

/** Keeps this process from anything else. */
function block(ms: number) {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}

t.test('rejects requests while there is more work than the process can do', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
  await until(async () => {
    for (let i = 0; i < 2; i += 1) {
      block(700);
      await wait(1);
    }
    return (await send({ url: '/v1/pets' })).statusCode !== 200;
  });
  const rejected = await send({ url: '/v1/pets' });
  t.equal(rejected.statusCode, 503);
  t.same(rejected.json(), {
    code: 'service_unavailable',
    message: 'The service is temporarily unavailable. Please try again later.',
    status: 503,
  });
  t.equal(rejected.headers['retry-after'], '2');
  const anonymous = await send({ url: '/v1/pets', key: null });
  t.equal(anonymous.statusCode, 401, 'anonymous callers are rejected earlier');
  await until(async () => (await send({ url: '/v1/pets' })).statusCode === 200);
});

t.test('rejects nothing after one long task, for which there is no measurement', async (t) => {
  const { send } = await openStore(t, SETTINGS);
  // Now and then the delay is measured before the sample is taken.
  await until(async () => {
    block(1_500);
    // The tick in which the sample is taken.
    await wait(1);
    return (await send({ url: '/v1/pets' })).statusCode === 200;
  });
  t.pass();
});

const needsAddresses = { skip: process.platform === 'linux' ? false : 'needs Linux' };

t.test('admits others while one caller has all that it can get', needsAddresses, async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const app = Fastify();
  await app.register(fp(async () => undefined, { name: 'require-api-key' }));
  await app.register(connections, {});
  await app.register(overload, { maxDelayMs: 60_000 });
  let heldCount = 0;
  app.get('/', async () => {
    heldCount += 1;
    await promise;
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.teardown(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const send = async (localAddress: string) => {
    const pipeline = await openPipeline(port, localAddress);
    t.teardown(() => pipeline.close());
    return (await pipeline.send('GET / HTTP/1.1\r\nhost: a\r\n\r\n')).status;
  };
  let rejectedCount = 0;
  const hog = Array.from({ length: 300 }, async () => {
    const status = await send('127.0.0.2');
    if (status === 503) rejectedCount += 1;
  });
  await until(() => heldCount + rejectedCount === hog.length);
  t.ok(rejectedCount > 0, `${rejectedCount} are rejected`);
  const other = send('127.0.0.1');
  await until(() => heldCount + rejectedCount === hog.length + 1);
  resolve();
  t.equal(await other, 200);
  await Promise.all(hog);
});

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

t.test('frees the place of a client that disconnects, or sends what it must not', async (t) => {
  const { app, key, send } = await openStore(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head = `HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n`;
  const json = 'content-type: application/json\r\n';
  const requests = [
    `GET /v1/pets ${head}\r\n`,
    `POST /v1/pets ${head}${json}content-length: 29\r\n\r\n{"name":`,
    `POST /v1/pets ${head}${json}transfer-encoding: chunked\r\n\r\nno chunk\r\n`,
  ];
  // More of each than one caller may have in flight.
  for (let i = 0; i < 420; i += 1) {
    // The client does not end its side when the service ends the other.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined);
    const arrived = once(app.server, 'request');
    socket.write(requests[i % 3] ?? '');
    await arrived;
    if (i % 3 < 2) socket.resetAndDestroy();
    else t.teardown(() => socket.destroy());
  }
  await until(async () => (await countConnections(app.server)) === 0);
  t.equal((await send({ url: '/v1/pets' })).statusCode, 200);
});
