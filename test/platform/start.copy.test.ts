// `npm start` in a copy of the project that has not been built.

import t from 'tap';
import { ask, listening, scratchCopy, startProcess } from '../support/scripts.ts';

const ANY_PORT = { PORT: '0' };

t.test('npm start builds what is out of date, and a signal to npm stops the server', async (t) => {
  const cwd = await scratchCopy(t);
  const npm = startProcess(t, ['npm', 'start'], { cwd, settings: ANY_PORT });
  await npm.waitFor(/Making dist\/, .*\n/);
  const origin = await listening(npm);
  t.equal((await ask(`${origin}/docs`)).status, 200);
  t.equal((await npm.end('SIGTERM')).code, 0);
  await t.rejects(fetch(`${origin}/docs`), 'nothing listens any more');

  const again = startProcess(t, ['npm', 'start'], { cwd, settings: ANY_PORT });
  await listening(again);
  t.notMatch((await again.end('SIGTERM')).stderr, 'Making', 'all is up to date');
});
