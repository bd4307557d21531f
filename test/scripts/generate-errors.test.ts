import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { root, runScript, scratchCopy } from '../support/scripts.ts';

// What is wrong with a contract is said in the same words whichever command finds it.

const CONTRACT = 'openapi/openapi.yaml';

const WRONG = [
  ['parameters/Limit', 'parameters/None'],
  ['schemas/PetName', 'schemas/None'],
  ['deprecated: true', 'deprecated: maybe'],
  ['operationId: getPet', 'operationId: listPets'],
  ['maxLength: 255', 'not: {}'],
] as const;

t.test('generate says what lint says of a contract that is wrong, and makes nothing', async (t) => {
  const cwd = await scratchCopy(t);
  const contract = await readFile(join(cwd, CONTRACT), 'utf8');
  for (const [text, replacement] of WRONG) {
    await writeFile(join(cwd, CONTRACT), contract.replace(text, replacement));
    const [generated, linted] = await Promise.all([
      runScript(t, 'scripts/generate/index.ts', ['--if-stale'], { cwd }),
      runScript(t, 'scripts/contract/lint.ts', [], { cwd }),
    ]);
    t.match(generated, { code: 1, stdout: '', stderr: /^openapi\/openapi\.yaml:\d+:\d+ / });
    t.same(generated, linted, replacement);
  }
  for (const name of ['sources.sha256', 'openapi.yaml', 'openapi.ts', 'contract.ts']) {
    const read = (folder: string) => readFile(join(folder, 'generated', name), 'utf8');
    t.equal(await read(cwd), await read(root), name);
  }
});
