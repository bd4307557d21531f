// What is done at the end of an application, step by step.

import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { createClosing } from '../../../src/platform/async/closing.ts';

t.test('each step begins once the one before has ended, whatever was added last', async (t) => {
  const closing = createClosing();
  const done: string[] = [];
  closing.on('observers', async () => done.push('observers'));
  for (const name of ['a write', 'another']) {
    closing.on('writes', async () => {
      done.push(`${name} begins`);
      await tick();
      done.push(`${name} ends`);
    });
  }
  closing.on('requests', async () => {
    await tick();
    done.push('requests');
  });
  await closing.close();
  t.strictSame(done, [
    'requests',
    'a write begins',
    'another begins',
    'a write ends',
    'another ends',
    'observers',
  ]);
});

t.test('a step that fails stops none that follows', async (t) => {
  const closing = createClosing();
  const done: string[] = [];
  closing.on('writes', () => Promise.reject(new Error('the disk is full')));
  closing.on('observers', async () => done.push('observers'));
  await t.rejects(closing.close(), { message: 'the disk is full' });
  t.strictSame(done, ['observers']);
});
