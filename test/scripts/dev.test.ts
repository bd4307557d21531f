import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import {
  ask,
  changeFile,
  listening,
  runScript,
  scratchCopy,
  startScript,
} from '../support/scripts.ts';
import { freePort } from '../support/servers/ports.ts';
import { addHandler, addOperation } from './new-operation.ts';

const WITH_ERROR = 'servers: [';

t.test('npm run dev follows changes to the contract, and ends on a signal', async (t) => {
  const cwd = await scratchCopy(t);
  const contract = join(cwd, 'openapi/openapi.yaml');
  const port = await freePort();
  const args = [`--inspect=127.0.0.1:${port}`];
  const dev = await startScript(t, 'scripts/dev.ts', args, { cwd, settings: { PORT: '0' } });
  const [origin] = await Promise.all([listening(dev), dev.waitFor(/Found 0 errors/)]);
  const inspected = await inspectedProcess(port);
  t.match(inspected, { type: 'node', url: /scripts\/run\.js$/ });

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
  t.not((await inspectedProcess(port))?.id, inspected?.id, 'a debugger can attach to it, too');

  t.equal((await dev.end('SIGINT')).code, 0);
  await t.rejects(fetch(`${restarted}/docs`), 'nothing listens any more');
});

/** What a debugger finds at a port. */
async function inspectedProcess(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/json`);
  const [target] = (await response.json()) as { readonly id: string }[];
  return target;
}

t.test('npm run dev says how it is used, and takes nothing else', async (t) => {
  t.match(await runScript(t, 'scripts/dev.ts', ['--help']), { code: 0, stdout: /--inspect/ });
  t.match(await runScript(t, 'scripts/dev.ts', ['--debug']), { code: 1, stdout: /--inspect/ });
});
