import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import t from 'tap';
import { createFailureLog } from '../src/failure-log.ts';
import { until } from './support/until.ts';

t.test('logs the first failure of each kind at once, and counts the rest', async (t) => {
  const lines: object[] = [];
  const logOf = (request: number) => {
    const error = (line: object) => lines.push({ request, ...line });
    // The one method that is used.
    return { error } as unknown as FastifyBaseLogger;
  };
  const app = Fastify();
  app.log = logOf(0);
  const logFailure = createFailureLog(app, 'failed');
  for (let i = 1; i <= 1_000; i += 1) logFailure('a fault', 'ECONNREFUSED', logOf(i));
  t.strictSame(lines.splice(0), [{ request: 1, err: 'a fault', 'animal_store.count': 1 }]);
  await until(() => lines.length > 0);
  t.strictSame(lines.splice(0), [{ request: 1_000, err: 'a fault', 'animal_store.count': 999 }]);
  // A second without any.
  await wait(2_200);
  logFailure('again', 'ECONNREFUSED');
  t.strictSame(lines.splice(0), [{ request: 0, err: 'again', 'animal_store.count': 1 }]);
  for (let i = 0; i < 1_000; i += 1) logFailure(`fault ${i}`, `kind ${i}`);
  t.equal(lines.splice(0).length, 20, 'any number of kinds makes few lines');
  await app.close();
  t.strictSame(lines, [{ request: 0, err: 'fault 999', 'animal_store.count': 980 }]);
});
