// `npm run dev` ends with what has started it. It runs the compiler in the background.

import t from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { listening, root, startProcess, startScript } from '../support/scripts.ts';
import { eventually } from '../support/until.ts';

t.test('the server of dev ends with dev, and dev with what has started it', async (t) => {
  const settings = { PORT: '0', DATABASE_URL: `file:${await temporaryFolder(t)}/store.db` };
  const dev = await startScript(t, 'scripts/dev.ts', [], { settings });
  const first = await listening(dev);
  await dev.end('SIGKILL');
  await eventually(t, () => isUnreachable(first), true);

  const script = `"${process.execPath}" scripts/run.js scripts/dev.ts & wait`;
  const shell = startProcess(t, ['sh', '-c', script], { cwd: root, settings });
  const second = await listening(shell);
  process.kill(shell.pid, 'SIGKILL');
  await eventually(t, () => isUnreachable(second), true);
});

function isUnreachable(origin: string): Promise<boolean> {
  return fetch(`${origin}/healthz`).then(
    () => false,
    () => true,
  );
}
