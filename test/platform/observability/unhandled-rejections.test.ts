// Rejections and exceptions that nothing handles. In processes of their own, since tap takes those
// of this process for failures of its tests.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CODE_CACHE } from '../../../scripts/testing/current-test.ts';
import { openSample } from '../../helper.ts';
import { openCustomer, repeatSignal } from '../../support/processes.ts';
import { root } from '../../support/scripts.ts';
import type { Running } from '../../support/servers/process.ts';
import { launchServer } from '../../support/servers/server.ts';
import { until } from '../../support/until.ts';

const script = join(root, 'test/support/faulty-server.ts');

async function startFaulty(t: Test, settings: Record<string, string> = {}) {
  const { url, key } = await openCustomer(t);
  // It runs from the sources, so that what it runs of them counts as tested where that is measured.
  const { NODE_V8_COVERAGE = '' } = process.env;
  // Otherwise each start would take the types from all sources.
  const NODE_COMPILE_CACHE = NODE_V8_COVERAGE ? '' : CODE_CACHE;
  const all = { DATABASE_URL: url, NODE_V8_COVERAGE, NODE_COMPILE_CACHE, ...settings };
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
  return { server, call, linesOf };
}

t.test('an application that is closed listens no more', async (t) => {
  const count = () => process.listenerCount('unhandledRejection');
  const before = count();
  const { app } = await openSample(t);
  t.equal(count(), before + 1);
  await app.close();
  t.equal(count(), before);
});

t.test('an unhandled rejection is logged, and stops no request and no process', async (t) => {
  const { server, call, linesOf } = await startFaulty(t);
  for (const operation of ['rejectsEarly', 'rejectsNothing', 'rejectsLate']) {
    t.equal((await call(operation)).status, 200, operation);
  }
  process.kill(server.pid, 'SIGWINCH');
  const lines = () => linesOf('a rejection was not handled');
  // The first of a kind at once, and all that follow within a second by the line of the last.
  const countAll = () =>
    lines().reduce((sum, line) => sum + Number(line['sample_service.count']), 0);
  await until(() => countAll() === 4);
  const messages = lines().map((line) => String(line['exception.message']));
  for (const message of [/failed after 10 ms/, /was rejected$/]) {
    t.ok(
      messages.some((one) => message.test(one)),
      String(message),
    );
  }
  t.equal((await call('works')).status, 200);
  t.equal((await server.end('SIGTERM')).code, 0);
});

for (const operation of ['throwsLater', 'throwsNothing']) {
  t.test(`an uncaught exception stops the process soon: ${operation}`, async (t) => {
    const settings = { DRAIN_SECONDS: '600', SHUTDOWN_SECONDS: '601' };
    const { server, call } = await startFaulty(t, settings);
    const inFlight = call('hangs').catch(() => undefined);
    t.equal((await call('beats')).status, 200);
    t.equal((await call(operation)).status, 200);
    const { code, stdout } = await server.ended;
    t.equal(code, 1);
    t.equal(await inFlight, undefined, 'whatever is in flight');
    t.match(stdout, /"FATAL".*Stopping because of an error/);
    const tenths = beatsAfter(stdout, 'Stopping because of an error');
    t.ok(tenths >= 1 && tenths <= 6, `${tenths} tenths of a second`);
  });
}

/** Ten in a second, however slow the machine is. */
function beatsAfter(log: string, text: string): number {
  const [, after = ''] = log.split(text);
  return after.match(/"body":"beat"/g)?.length ?? 0;
}

t.test('a stop accepts requests for half a second, which may be on their way', async (t) => {
  const { server, call } = await startFaulty(t);
  t.equal((await call('beats')).status, 200);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  const tenths = beatsAfter(stdout, 'Stopping because of SIGTERM');
  t.ok(tenths >= 3 && tenths <= 15, `${tenths} tenths of a second`);
});

t.test('a request that hangs is cut off by a stop, or by another signal', async (t) => {
  const endOnce = (server: Running, signal: NodeJS.Signals) => server.end(signal);
  for (const [settings, end, line] of [
    [{ SHUTDOWN_SECONDS: '1' }, endOnce, /Stopping took more than 1 s/],
    [{ SHUTDOWN_SECONDS: '60' }, repeatSignal, /Stopped at once because of another SIGTERM/],
  ] as const) {
    const { server, call, linesOf } = await startFaulty(t, settings);
    const inFlight = call('hangs').catch(() => undefined);
    await until(() => linesOf('hangs').length === 1);
    const { code, stdout } = await end(server, 'SIGTERM');
    t.equal(code, 1);
    t.match(stdout, line);
    t.equal(await inFlight, undefined);
  }
});
