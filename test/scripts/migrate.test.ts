// `npm run migrate`, as an operator starts it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { runScript } from '../support/scripts.ts';

t.test('migrate names the migrations that it applies, and says when there are none', async (t) => {
  const cwd = await temporaryFolder(t);
  const migrate = (...args: string[]) => runScript(t, 'scripts/migrate.ts', args, { cwd });
  t.match(await migrate('--help'), { code: 0, stdout: /^Usage: npm run migrate -- / });
  t.match(await migrate('--dry-run'), { code: 1, stdout: '', stderr: /--dry-run/ });
  t.notOk(existsSync(join(cwd, 'data')), 'help and a typo migrate nothing');
  t.match(await migrate(), { code: 0, stdout: /^(Applied \d+_\w+\.\n)+$/, stderr: '' });
  t.same(await migrate(), { code: 0, stdout: 'The schema is up to date.\n', stderr: '' });
});
