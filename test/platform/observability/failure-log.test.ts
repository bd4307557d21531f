// A failure that repeats costs the log one line for a time, with its count.

import { mock } from 'node:test';
import Fastify from 'fastify';
import t from 'tap';
import { createFailureLogs } from '../../../src/platform/observability/failure-log.ts';

t.test('logs the first failure of each kind at once, and counts the rest', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const lines: object[] = [];
  function write(line: string) {
    const { request, err, 'own.count': count } = JSON.parse(line);
    lines.push({ request, err, count });
  }
  const app = Fastify({ logger: { level: 'error', stream: { write } } });
  // Hooks run in the reverse order: this one is after the one of the log.
  app.addHook('onClose', async () => logFailure('a last write', 'ECONNREFUSED'));
  const logFailure = createFailureLogs({ app, countField: 'own.count' })('failed');
  for (let request = 1; request <= 1_000; request += 1) {
    logFailure('a fault', 'ECONNREFUSED', app.log.child({ request }));
  }
  t.strictSame(lines.splice(0), [{ request: 1, err: 'a fault', count: 1 }]);
  mock.timers.tick(999);
  t.strictSame(lines, [], 'not within a second');
  mock.timers.tick(1);
  t.strictSame(lines.splice(0), [{ request: 1_000, err: 'a fault', count: 999 }]);
  // The second of the count, and one without any.
  mock.timers.tick(2_000);
  logFailure('again', 'ECONNREFUSED');
  t.strictSame(lines.splice(0), [{ request: undefined, err: 'again', count: 1 }]);
  for (let i = 0; i < 1_000; i += 1) logFailure(`fault ${i}`, `kind ${i}`);
  t.equal(lines.splice(0).length, 20, 'any number of kinds makes few lines');
  await app.close();
  const last = [
    { request: undefined, err: 'fault 999', count: 980 },
    { request: undefined, err: 'a last write', count: 1 },
  ];
  t.strictSame(lines, last, 'nothing is left when the application is closed');
  mock.timers.tick(1_000);
  t.strictSame(lines, last, 'once, though an interval ends after it');
});
