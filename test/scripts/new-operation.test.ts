import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { changeFile, type Ended, root, scratchCopy, startProcess } from '../support/scripts.ts';

/*
 * Follows openapi/NEW-OPERATION.md in a copy of the project: what is to be written is taken from
 * there, and so is what each step is said to show.
 */

const CONTRACT = 'openapi/openapi.yaml';
const TEST = 'test/handlers/set-pet-status.test.ts';

const steps = await readFile(join(root, 'openapi/NEW-OPERATION.md'), 'utf8');
const blocks = [...steps.matchAll(/^```(?:yaml|ts|text|md)\n(.*?)^```$/gms)];
const [path = '', unresolved, schema, missing, access, handler, names, test, entry] = blocks.map(
  ([, text = '']) => text,
);

t.test('an operation takes at most 30 lines besides its schemas', (t) => {
  const lines = path.trim().split('\n');
  t.ok(lines.length <= 30, `it takes ${lines.length}`);
  t.end();
});

t.test('every step of NEW-OPERATION.md does what it says', async (t) => {
  const cwd = await scratchCopy(t);
  const run = (...command: string[]): Promise<Ended> => startProcess(t, command, { cwd }).ended;
  const npm = (script: string) => run('npm', 'run', '--silent', script);

  await changeFile(join(cwd, CONTRACT), '  /store/orders:\n', `${path}$&`);
  t.match(await npm('contract:lint'), { code: 1, stderr: unresolved });

  await changeFile(join(cwd, CONTRACT), / {4}Pet:\n/, `${schema}$&`);
  t.match(await npm('contract:lint'), { code: 0 });
  t.match(await npm('generate'), { code: 0 });
  t.match(await npm('typecheck'), { stdout: missing?.trim() });

  const pets = join(cwd, 'src/database/pets.ts');
  await changeFile(pets, /(?<=\n {4}\S.*,\n)(?= {2}\};\n)/, `${access}`);
  const handlers = join(cwd, 'src/handlers/pets.ts');
  await changeFile(handlers, / {2}return \{ [\w, ]+ \};\n(?=\}\n)/, `${handler}${names}`);
  await writeFile(join(cwd, TEST), test ?? '');
  t.match(await npm('typecheck'), { code: 0, stdout: '' }, 'nothing is missing any more');
  t.match(await run(process.execPath, TEST), { code: 0, stdout: /^ok 2 - returns 404/m });

  await changeFile(join(cwd, 'openapi/CHANGELOG.md'), /^## /m, `${entry}$&`);
  t.match(await npm('contract:diff'), { code: 0, stdout: /additive .* \/pets\/\{petId\}\/status/ });
  t.match(await npm('lint'), { code: 0 }, 'and what was written keeps the style');
});

t.test('a new field gets the migration that NEW-OPERATION.md shows', async (t) => {
  const [, field = ''] = /^```prisma\n(.*?)^```$/ms.exec(steps) ?? [];
  const [, sql] = /^```sql\n(.*?)^```$/ms.exec(steps) ?? [];
  const cwd = await scratchCopy(t);
  const npm = (...args: string[]) =>
    startProcess(t, ['npm', 'run', '--silent', ...args], { cwd }).ended;

  await changeFile(join(cwd, 'prisma/schema.prisma'), / {2}categoryId .*\n/, `$&${field}`);
  t.match(await npm('generate'), { stderr: 'Run: npm run migration -- NAME' });
  const { stdout } = await npm('migration', '--', 'add_breed');
  const files = stdout.match(/prisma.*\.sql/g) ?? [];
  t.equal(files.length, 2);
  for (const file of files) t.equal(await readFile(join(cwd, file), 'utf8'), sql);
  t.match(await npm('typecheck'), { stdout: /pets\.ts.*Property 'breed' is missing/s });
});
