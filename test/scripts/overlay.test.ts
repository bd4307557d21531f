import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { completeContract } from '../../scripts/generate/complete.ts';
import { applyOverlay, type Overlay } from '../../scripts/generate/overlay.ts';
import { bundle } from '../../scripts/generate/references.ts';
import { readSources } from '../../scripts/generate/source-files.ts';
import { copyContract, DEPRECATION, OPERATIONS, OVERLAY } from '../support/contracts.ts';
import { changeFile, root, startProcess } from '../support/scripts.ts';

t.test('an overlay is applied as Redocly applies it', async (t) => {
  const folder = await copyContract(t);
  await changeFile(join(folder, OPERATIONS), /(?<=operationId: createPet\n)/, DEPRECATION);
  const { operations, overlay } = bundle(await readSources(join(folder, OPERATIONS)));
  // What is in the file is an overlay.
  applyOverlay(operations, overlay as unknown as Overlay);

  const redocly = join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const command = [process.execPath, redocly, 'bundle', OPERATIONS, `--overlay=${OVERLAY}`];
  const settings = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: folder, settings };
  const { code, stdout } = await startProcess(t, [...command, '--ext=json'], options).ended;
  t.equal(code, 0);
  t.strictSame(operations, JSON.parse(stdout));
});

t.test('a target that can match nothing is rejected with its line', async (t) => {
  const target = '$.paths.*[?@.operationId].responses';
  const wrong: (readonly [wrong: string, says: string])[] = [
    ['$.path.*[?@.operationId].responses', 'matches nothing'],
    ['$.paths.*[?@.operationID].responses', 'matches nothing'],
    ['$.paths.*[?@.operationId].respones', 'matches nothing'],
    ["$.paths.*[?@['x-stability'] == 'unstable'].responses", 'matches nothing'],
    ['$.paths.*[?@.operationId].operationId', 'matches what is not an object'],
    ['$.paths.*[?@.operationId', 'is no JSONPath'],
  ];
  for (const [text, says] of wrong) {
    const folder = await copyContract(t);
    const file = join(folder, OVERLAY);
    await changeFile(file, `- target: ${target}\n`, `- target: ${text}\n`);
    const complete = completeContract(join(folder, OPERATIONS));
    await t.rejects(complete, { message: `${file}:34:5 The target ${text} ${says}` });
  }
});

t.test('a kind of action that is not supported is rejected with its line', async (t) => {
  const folder = await copyContract(t);
  const overlay = 'overlay: 1.0.0\nactions:\n  - target: $.info\n    remove: true\n';
  await writeFile(join(folder, OVERLAY), overlay);
  const message = `${join(folder, OVERLAY)}:3:5 Write an \`update\``;
  await t.rejects(completeContract(join(folder, OPERATIONS)), { message });
});

t.test('a target for a kind of operation that the contract lacks may match nothing', async (t) => {
  const folder = await copyContract(t);
  const file = join(folder, OPERATIONS);
  await changeFile(file, DEPRECATION, '');
  await changeFile(file, / {6}requestBody:\n(?: {8}.*\n)+/, '');
  await changeFile(file, 'x-stability: experimental', 'x-stability: stable');
  await t.resolves(completeContract(file));
});
