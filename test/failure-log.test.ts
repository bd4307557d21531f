import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import t from 'tap';
import { createFailureLog } from '../src/failure-log.ts';
import { until } from './support/until.ts';

function openLog() {
  const lines: { err: unknown; 'animal_store.count': number }[] = [];
  const error = (line: (typeof lines)[0]) => lines.push(line);
  // The one method that is used.
  const log = { error } as unknown as FastifyBaseLogger;
  return { lines, log, logFailure: createFailureLog(log, 'failed') };
}

t.test('logs the first failure of each kind at once, and counts the rest', async (t) => {
  const { lines, logFailure } = openLog();
  for (let i = 0; i < 1_000; i += 1) logFailure('a fault', 'ECONNREFUSED');
  for (let i = 0; i < 5; i += 1) logFailure('another', 'SQLITE_BUSY');
  t.strictSame(lines.splice(0), [
    { err: 'a fault', 'animal_store.count': 1 },
    { err: 'another', 'animal_store.count': 1 },
  ]);
  await until(() => lines.length === 2);
  t.strictSame(lines.splice(0), [
    { err: 'a fault', 'animal_store.count': 999 },
    { err: 'another', 'animal_store.count': 4 },
  ]);
  // A second without any.
  await wait(2_200);
  logFailure('again', 'ECONNREFUSED');
  t.strictSame(lines, [{ err: 'again', 'animal_store.count': 1 }]);
});

t.test('logs what is counted when the service stops, with the log of its request', async (t) => {
  const { lines, logFailure } = openLog();
  const request = openLog();
  logFailure(0, 'kind', request.log);
  for (let i = 1; i < 10; i += 1) logFailure(i, 'kind');
  logFailure('another', 'another kind');
  for (let i = 0; i < 2; i += 1) logFailure.flush();
  t.strictSame(request.lines, [{ err: 0, 'animal_store.count': 1 }]);
  t.strictSame(lines, [
    { err: 'another', 'animal_store.count': 1 },
    { err: 9, 'animal_store.count': 9 },
  ]);
});

t.test('any number of kinds makes few lines', async (t) => {
  const { lines, logFailure } = openLog();
  for (let i = 0; i < 1_000; i += 1) logFailure(`fault ${i}`, `kind ${i}`);
  t.equal(lines.length, 21);
});
