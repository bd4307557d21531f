import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { ask, changeFile, listening, scratchCopy, startScript } from '../support/scripts.ts';
import { addHandler, addOperation } from './new-operation.ts';

const WITH_ERROR = 'servers: [';

t.test('npm run dev follows changes to the contract, and ends on a signal', async (t) => {
  const cwd = await scratchCopy(t);
  const contract = join(cwd, 'openapi/openapi.yaml');
  const dev = await startScript(t, 'scripts/dev.ts', [], { cwd, settings: { PORT: '0' } });
  const [origin] = await Promise.all([listening(dev), dev.waitFor(/Found 0 errors/)]);

  await writeFile(join(cwd, 'openapi/NOTES.md'), 'This changes nothing.');
  await changeFile(contract, 'servers:', WITH_ERROR);
  await dev.waitFor(/openapi\.yaml:\d+:\d+ /);
  t.equal((await ask(`${origin}/docs`)).status, 200, 'the server keeps running');

  await changeFile(contract, WITH_ERROR, 'servers:');
  await changeFile(contract, 'x-stability: experimental', 'x-stability: shaky');
  await dev.waitFor(/openapi\.yaml:\d+:\d+ Say with `x-stability` how far .* can be relied on/);
  await changeFile(contract, 'x-stability: shaky', 'x-stability: experimental');
  await addOperation(cwd);
  await Promise.all([
    dev.waitFor(/src\/handlers\/index\.ts.*'getHours' is missing/s),
    dev.waitFor(/Found \d+ errors?/),
  ]);

  await addHandler(cwd);
  const [restarted] = await Promise.all([listening(dev), dev.waitFor(/Found 0 errors/)]);
  t.equal((await ask(`${restarted}/v1/store/hours`)).status, 401);

  t.equal((await dev.end('SIGINT')).code, 0);
  await t.rejects(fetch(`${restarted}/docs`), 'nothing listens any more');
});
