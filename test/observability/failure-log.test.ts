import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import t from 'tap';
import { createFailureLog } from '../../src/observability/failure-log.ts';
import { until } from '../support/until.ts';

t.test('logs the first failure of each kind at once, and counts the rest', async (t) => {
  const lines: object[] = [];
  function write(line: string) {
    const { request, err, 'animal_store.count': count } = JSON.parse(line);
    lines.push({ request, err, count });
  }
  const app = Fastify({ logger: { level: 'error', stream: { write } } });
  const logFailure = createFailureLog(app, 'failed');
  for (let request = 1; request <= 1_000; request += 1) {
    logFailure('a fault', 'ECONNREFUSED', app.log.child({ request }));
  }
  t.strictSame(lines.splice(0), [{ request: 1, err: 'a fault', count: 1 }]);
  await until(() => lines.length > 0);
  t.strictSame(lines.splice(0), [{ request: 1_000, err: 'a fault', count: 999 }]);
  // A second without any.
  await wait(2_200);
  logFailure('again', 'ECONNREFUSED');
  t.strictSame(lines.splice(0), [{ request: undefined, err: 'again', count: 1 }]);
  for (let i = 0; i < 1_000; i += 1) logFailure(`fault ${i}`, `kind ${i}`);
  t.equal(lines.splice(0).length, 20, 'any number of kinds makes few lines');
  await app.close();
  t.strictSame(lines, [{ request: undefined, err: 'fault 999', count: 980 }]);
});
