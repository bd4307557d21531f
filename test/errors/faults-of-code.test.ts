import { AsyncResource } from 'node:async_hooks';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { freePort } from '../../scripts/servers/ports.ts';
import { launchServer } from '../../scripts/servers/server.ts';
import { contract } from '../../src/contract/index.ts';
import { createHandlers } from '../../src/handlers/index.ts';
import { openStore } from '../helper.ts';
import { openCustomer } from '../support/processes.ts';
import { root } from '../support/scripts.ts';
import { until } from '../support/until.ts';

/*
 * Rejections and exceptions that nothing handles. In processes of their own, since tap takes those
 * of this process for failures of its tests.
 */

const script = join(root, 'test/support/faulty-server.ts');

async function startFaulty(t: Test, settings: Record<string, string> = {}) {
  const { url, key } = await openCustomer(t);
  const metricsPort = await freePort();
  const all = { DATABASE_URL: url, METRICS_PORT: String(metricsPort), ...settings };

  const server = await launchServer(all, { script, cwd: root });
  t.teardown(() => server.end('SIGKILL'));
  const headers = { authorization: `Bearer ${key}` };
  const call = async (operation: string) => {
    const response = await fetch(`${server.origin}/v1/${operation}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  let log = '';
  server.stdout.on('data', (text: string) => {
    log += text;
  });
  /** The lines with this body since the server listens. */
  const linesOf = (body: string): Record<string, unknown>[] => {
    const lines = log.match(/^\{.*\}$/gm) ?? [];
    return lines.map((line) => JSON.parse(line)).filter((line) => line.body === body);
  };
  return { server, call, linesOf, metricsPort };
}

t.test('an unhandled rejection does not stop the process', async (t) => {
  const { server, call, linesOf, metricsPort } = await startFaulty(t);
  const others = Array.from({ length: 20 }, () => call('works'));
  for (const operation of ['rejectsEarly', 'rejectsNothing']) {
    const { status, text } = await call(operation);
    t.equal(status, 500, 'before its response has begun, it is an error of the request');
    t.match(JSON.parse(text), { code: 'internal_error', status: 500 });
  }
  for (const other of others) t.equal((await other).status, 200, 'of that request alone');
  t.equal((await call('rejectsLate')).status, 200);
  process.kill(server.pid, 'SIGWINCH');
  const unhandled = () => linesOf('a rejection was not handled');
  await until(() => unhandled().length === 2);
  for (const [operation, message] of [
    ['rejectsLate', /failed after 50 ms/],
    [undefined, /of no request/],
  ] as const) {
    const line = unhandled().find((one) => one['animal_store.operation.id'] === operation);
    t.match(line, { 'exception.message': message });
    t.equal(typeof line?.['animal_store.request.id'], operation ? 'string' : 'undefined');
  }
  t.match(linesOf('request failed'), [{ 'exception.message': /failed after 10 ms/ }, {}]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  t.match(metrics, '\nunhandled_errors_total 2\n', 'those of no request');
  t.equal((await call('works')).status, 200);
  t.equal((await server.end('SIGTERM')).code, 0);
});

for (const operation of ['throwsLater', 'throwsNothing']) {
  t.test(`an uncaught exception stops the process at once: ${operation}`, async (t) => {
    const settings = { DRAIN_SECONDS: '600', SHUTDOWN_SECONDS: '601' };
    const { server, call } = await startFaulty(t, settings);
    const inFlight = call('hangs').catch(() => undefined);
    t.equal((await call(operation)).status, 200);
    const ended = await Promise.race([server.ended, wait(20_000, undefined, { ref: false })]);
    t.equal(ended?.code, 1);
    t.equal(await inFlight, undefined, 'whatever is in flight');
    t.match(ended?.stdout, /"FATAL".*Stopping because of an error/);
  });
}

t.test('a rejection belongs to its request until the handler has returned', async (t) => {
  const before = process.listeners('unhandledRejection');
  let late: (() => void) | undefined;
  const { send, log } = await openStore(
    t,
    { LOG_LEVEL: 'error' },
    {
      contract,
      createHandlers: (resources) => ({
        ...createHandlers(resources),
        async listPets() {
          tell(new Error('forgotten'));
          await wait(60_000, undefined, { ref: false });
          return [];
        },
        async listOrders() {
          late = AsyncResource.bind(() => tell('forgotten, too'));
          return [];
        },
      }),
    },
  );
  const [listener] = process.listeners('unhandledRejection').filter((one) => !before.includes(one));
  /** As Node does. */
  const tell = (cause: unknown) => listener?.(cause, Promise.resolve());

  t.equal((await send({ url: '/v1/pets' })).statusCode, 500);
  t.equal((await send({ url: '/v1/store/orders' })).statusCode, 200);
  late?.();
  t.match(
    log.map((line) => JSON.parse(line)),
    [
      { body: 'request failed', 'exception.message': /forgotten/ },
      { body: 'a rejection was not handled', 'animal_store.operation.id': 'listOrders' },
    ],
  );
});
