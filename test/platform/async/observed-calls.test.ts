// Calls that others measure.

import t from 'tap';
import { createObservedCalls } from '../../../src/platform/async/observed-calls.ts';

t.test('observers see each call from then on, and how it has ended', async (t) => {
  const { observe, add } = createObservedCalls<string>();
  const seen: unknown[] = [];
  t.equal(await observe('before', async () => 1), 1);
  for (const name of ['first', 'second']) {
    add((call) => {
      seen.push(`${name} ${call}`);
      return (error) => seen.push(`${name} ${call} ended`, error);
    });
  }
  add(() => undefined);
  t.equal(await observe('read', async () => seen.push('made') && 2), 2);
  t.strictSame(seen.splice(0), [
    'first read',
    'second read',
    'made',
    'first read ended',
    undefined,
    'second read ended',
    undefined,
  ]);
  const error = new Error('no luck');
  await t.rejects(
    observe('write', () => Promise.reject(error)),
    error,
  );
  t.strictSame(seen.splice(0), [
    'first write',
    'second write',
    'first write ended',
    error,
    'second write ended',
    error,
  ]);
});
