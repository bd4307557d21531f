// Follows openapi/NEW-OPERATION.md with `npm run dev`, in a copy of the project, since it writes
// what the guide says: into the contract, the handlers and the models.

import assert from 'node:assert/strict';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { PRELOADED } from '../../scripts/testing/run-tests.ts';
import { codeIn } from '../support/markdown.ts';
import {
  ask,
  changeFile,
  listening,
  root,
  scratchCopy,
  startProcess,
  startScript,
} from '../support/scripts.ts';
import { freePort } from '../support/servers/ports.ts';
import { splitImports } from '../support/snippets.ts';
import { until } from '../support/until.ts';
import { type Block, blocksOf, writeBlock } from './blocks.ts';

/**
 * Made-up names, so that the test also passes where somebody has followed the guide: what the guide
 * adds is added beside what is there.
 */
const MADE_UP = {
  setPetStatus: 'setMadeUpStatus',
  setStatus: 'setMadeUp',
  'etId}/status': 'etId}/made-up-status',
  'set-pet-status': 'made-up-status',
  pet_already_sold: 'made_up_already_sold',
  petAlreadySold: 'madeUpAlreadySold',
  add_nickname: 'add_made_up_name',
  nickname: 'madeUpName',
};

const guide = Object.entries(MADE_UP).reduce(
  (text, [name, madeUp]) => text.replaceAll(name, madeUp),
  await readFile(join(root, 'openapi/NEW-OPERATION.md'), 'utf8'),
);

const written = blocksOf(guide);

/** The block for a file. */
function blockFor(file: string): Block {
  const found = written.find((block) => block.file === file);
  assert.ok(found, file);
  return found;
}

const PROPERTIES = 'test/store/properties.test.ts';
/** The tests there of the new operation alone. */
const OF_OPERATION = { TAP_GREP: '/of the service/\n/^setMadeUpStatus$/' };

t.test('every step of NEW-OPERATION.md shows what it says', async (t) => {
  const cwd = await scratchCopy(t);
  // All the rest takes the compiler most of its time.
  await changeFile(
    join(cwd, 'tsconfig.json'),
    /"include": .*/,
    '"include": ["src/store", "src/platform/http", "src/platform/keys", "src/platform/limits"],',
  );
  // As most editors save: another file takes the place of the one before.
  await changeFile(join(cwd, 'biome.json'), '"**"', '"src/**", "openapi/**"');
  const edit = async (name: string, text: string | RegExp, replacement: string) => {
    const file = join(cwd, name);
    await copyFile(file, `${file}.new`);
    await changeFile(`${file}.new`, text, replacement);
    await rename(`${file}.new`, file);
  };
  const run = (line: string, settings = {}) =>
    startProcess(t, line.trim().split(' '), { cwd, settings }).ended;

  const port = await freePort();
  const args = [`--inspect=127.0.0.1:${port}`];
  const settings = { PORT: String(await freePort()) };
  const dev = await startScript(t, 'scripts/dev.ts', args, { cwd, settings });
  const [origin, [, authorization]] = await Promise.all([
    listening(dev),
    dev.waitFor(/Authorization: (Bearer \w+)/),
    dev.waitFor(/Found 0 errors/),
  ]);
  t.ok((await fetch(`http://127.0.0.1:${port}/json`)).ok, 'a debugger can attach');

  const operation = blockFor('openapi/openapi.yaml');
  t.ok(operation.text.split('\n').length <= 30, 'it takes at most 30 lines');
  const wrong = operation.text.replace('parameters/PetId', 'parameters/None');
  await writeBlock(cwd, { ...operation, text: wrong });
  await dev.waitFor(/openapi\.yaml:\d+:\d+ Can't resolve \$ref/);
  t.equal((await ask(`${origin}/docs`)).status, 200, 'the server keeps running');
  await edit('openapi/openapi.yaml', 'parameters/None', 'parameters/PetId');
  await Promise.all([
    dev.waitFor(/Property 'setMadeUpStatus' is missing/),
    dev.waitFor(/setMadeUpStatus has no handler yet: it responds with its example/),
  ]);
  const call = async (method: string, url: string, body: string) => {
    const headers = { authorization: String(authorization), 'content-type': 'application/json' };
    const response = await fetch(`${origin}/v1/${url}`, { method, headers, body });
    return { mock: response.headers.get('x-mock'), ...(await response.json()) };
  };
  const sell = (id: number) => call('PUT', `pets/${id}/made-up-status`, '{"status":"sold"}');
  // Each file that was saved may have restarted it.
  await until(async () => (await sell(2).catch(() => ({}))).mock === 'true');
  t.match(await sell(2), { id: 42, name: 'Rex', status: 'sold' }, 'there is no animal yet');
  t.match(await call('PUT', 'pets/2/made-up-status', '{}'), { code: 'invalid_body' });
  t.match(await call('POST', 'pets', '{}'), { code: 'invalid_body', mock: null }, 'no mock');

  const handler = blockFor('src/store/pets.ts');
  const [imports, code] = splitImports(handler.text);
  // It compiles with its own imports alone.
  const alone = `import type { Pets } from './pet-queries.ts';
${imports}
export function madeUpHandlers(pets: Pets) {
${code}  return { setMadeUpStatus };
}
`;
  await Promise.all([
    writeBlock(cwd, blockFor('src/store/errors.ts')),
    writeBlock(cwd, blockFor('src/store/pet-queries.ts')),
    writeBlock(cwd, handler),
    writeFile(join(cwd, 'src/store/made-up.ts'), alone),
  ]);
  await dev.waitFor(/Found 0 errors/);
  await until(async () => (await sell(2).catch(() => ({}))).code === 'pet_not_found');
  await call('POST', 'pets', '{"name":"Rex","categoryId":7}');
  t.match(await sell(1), { id: 1, name: 'Rex', status: 'sold', mock: null });
  t.match(await sell(1), { code: 'made_up_already_sold' });

  // Without test:one, which would first build what no step starts.
  const example = blockFor('test/store/made-up-status.test.ts');
  await writeBlock(cwd, example);
  t.match(await run(`node ${PRELOADED} ${example.file}`), { code: 0, stdout: /^ok 1 /m });
  const tested = await run(`node ${PRELOADED} ${PROPERTIES}`, OF_OPERATION);
  const ran = /ok 1 - setMadeUpStatus # time=.*ok 2 - listPets # SKIP/s;
  t.match(tested, { code: 0, stdout: ran }, 'others of this file are skipped');
  const additive = { stdout: /additive .* \/pets\/\{petId\}\/made-up-status/ };
  t.match(await run('npm run contract:diff'), additive);
  t.match(await run('npm run format -- --error-on-warnings'), { code: 0 });

  const column = blockFor('prisma/schema/store.prisma');
  await writeBlock(cwd, { ...column, text: column.text.replace('String?', 'Strin?') });
  await dev.waitFor(/Type .*Strin.* is neither a built-in type/);
  await edit('prisma/schema/store.prisma', 'Strin?', 'String?');
  await dev.waitFor(/Run: npm run migration -- NAME/);
  t.equal((await dev.end('SIGINT')).code, 0);
  await t.rejects(fetch(`${origin}/docs`), 'nothing listens any more');
  const [command = ''] = codeIn('sh', guide);
  const { stdout } = await run(command);
  const files = stdout.match(/prisma\S*\.sql/g) ?? [];
  t.equal(files.length, 2);
  const [statement] = codeIn('sql', guide);
  for (const file of files) t.equal(await readFile(join(cwd, file), 'utf8'), statement);
});
