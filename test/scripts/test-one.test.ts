import t from 'tap';
import { runScript, scratchCopy } from '../support/scripts.ts';

const SCRIPT = 'scripts/test-one.ts';

t.test('runs a single test file', async (t) => {
  // In a folder of its own: each run of tap clears what another has recorded there.
  const cwd = await scratchCopy(t);
  const { code, stdout } = await runScript(t, SCRIPT, ['test/scripts/yaml.test.ts'], { cwd });
  t.match(stdout, /test\/scripts\/yaml\.test\.ts/);
  t.equal(code, 0);
});

t.test('fails for a file that is not there', async (t) => {
  t.match(await runScript(t, SCRIPT, ['test/none.test.ts']), { code: 1, stderr: /none\.test\.ts/ });
});

t.test('says how it is used', async (t) => {
  t.match(await runScript(t, SCRIPT, ['--help']), { code: 0, stdout: /npm run test:one -- FILE/ });
  t.match(await runScript(t, SCRIPT, []), { code: 1, stdout: /npm run test:one -- FILE/ });
});
