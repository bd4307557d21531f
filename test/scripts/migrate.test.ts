import t from 'tap';
import { temporaryFolder } from '../support/databases.ts';
import { runScript } from '../support/scripts.ts';

const SCRIPT = 'scripts/migrate.ts';

t.test('names the migrations that it applies, and says when there are none', async (t) => {
  const cwd = await temporaryFolder(t);
  const first = await runScript(t, SCRIPT, [], { cwd });
  t.match(first, { code: 0, stdout: /^(Applied \d+_\w+\.\n)+$/, stderr: '' });
  t.same(await runScript(t, SCRIPT, [], { cwd }), {
    code: 0,
    stdout: 'The schema is up to date.\n',
    stderr: '',
  });
});

t.test('reports an invalid setting in one line', async (t) => {
  const settings = { DATABASE_URL: 'mysql://db' };
  t.same(await runScript(t, SCRIPT, [], { settings }), {
    code: 1,
    stdout: '',
    stderr: 'DATABASE_URL must start with file: or postgresql://.\n',
  });
});
