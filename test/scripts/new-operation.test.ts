import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import {
  ask,
  changeFile,
  listening,
  root,
  runScript,
  scratchCopy,
  startProcess,
  startScript,
} from '../support/scripts.ts';
import { freePort } from '../support/servers/ports.ts';

/*
 * Follows openapi/NEW-OPERATION.md in a copy of the project, with `npm run dev` as it says: what is to be
 * written is taken from there, and so is what each step is said to show.
 */

const guide = await readFile(join(root, 'openapi/NEW-OPERATION.md'), 'utf8');

/** A block of code after a heading. */
function block(heading: string, language: string, index = 0): string {
  const section = guide.slice(guide.indexOf(`\n## ${heading}`));
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks][index]?.[1] ?? '';
}

const path = block('2. Describe', 'yaml');
const [, testFile = ''] = /^`(test\/\S+\.test\.ts)`/m.exec(guide) ?? [];
const [, body = ''] = /^ {2}-d '(.*)'$/m.exec(guide) ?? [];

t.test('an operation takes at most 30 lines besides its schemas', async (t) => {
  const lines = path.trim().split('\n');
  t.ok(lines.length <= 30, `it takes ${lines.length}`);
});

t.test('every step of NEW-OPERATION.md shows what it says', async (t) => {
  const cwd = await scratchCopy(t);
  // The compiler takes half of its time for the tests that no step runs.
  for (const file of await readdir(join(cwd, 'test'), { recursive: true })) {
    if (file.endsWith('.test.ts') && !guide.includes(file)) await rm(join(cwd, 'test', file));
  }
  const edit = (file: string, text: string | RegExp, replacement: string) =>
    changeFile(join(cwd, file), text, replacement);
  const run = (line: string) => startProcess(t, line.trim().split(' '), { cwd }).ended;

  const port = await freePort();
  const args = [`--inspect=127.0.0.1:${port}`];
  const dev = await startScript(t, 'scripts/dev.ts', args, { cwd, settings: { PORT: '0' } });
  const show = (text: string) => dev.waitFor(patternOf(text.trim()));
  const [origin, [, authorization]] = await Promise.all([
    listening(dev),
    dev.waitFor(/Authorization: (Bearer \w+)/),
    dev.waitFor(/Found 0 errors/),
  ]);
  const inspected = await inspectedProcess(port);
  t.match(inspected, { type: 'node', url: /scripts\/run\.js$/ });

  await edit('openapi/openapi.yaml', '  /store/orders:\n', `${path}$&`);
  await show(block('2. Describe', 'text'));
  t.equal((await ask(`${origin}/docs`)).status, 200, 'the server keeps running');
  await edit('openapi/openapi.yaml', / {4}Pet:\n/, `${block('2. Describe', 'yaml', 1)}$&`);
  await show(block('2. Describe', 'text', 1));

  const [access, handler, names] = [0, 1, 2].map((index) => block('3. Write', 'ts', index));
  await edit('src/database/pets.ts', /(?<=\n {4}\S.*,\n)(?= {2}\};\n)/, `${access}`);
  // Whatever the file returns by now, with the name that is new in the guide.
  const [, name] = /(\w+) \};\n$/.exec(names ?? '') ?? [];
  const returned = /( {2}return \{ [\w, ]+)( \};\n)(?=\}\n)/;
  await edit('src/handlers/pets.ts', returned, `${handler}$1, ${name}$2`);
  await writeFile(join(cwd, testFile), block('4. Test', 'ts'));
  const [restarted] = await Promise.all([listening(dev), dev.waitFor(/Found 0 errors/)]);
  t.not((await inspectedProcess(port))?.id, inspected?.id, 'a debugger can attach to it, too');
  const call = async (method: string, url: string, body: string) => {
    const headers = { authorization: String(authorization), 'content-type': 'application/json' };
    const response = await fetch(`${restarted}/v1/${url}`, { method, headers, body });
    return response.json();
  };
  await call('POST', 'pets', '{"name":"Rex","categoryId":7}');
  t.match(await call('PUT', 'pets/1/status', body), JSON.parse(body));

  t.match(await run(block('4. Test', 'sh')), { code: 0 });
  await edit('openapi/CHANGELOG.md', /^## /m, `${block('5. Tell', 'md')}$&`);
  const additive = { code: 0, stdout: /additive .* \/pets\/\{petId\}\/status/ };
  t.match(await run('npm run contract:diff'), additive);
  t.match(await run('npm run lint'), { code: 0 }, 'what was written keeps the style');

  const stores = (language: string) => block('When it stores', language);
  await edit('prisma/schema.prisma', / {2}categoryId .*\n/, `$&${stores('prisma')}`);
  await dev.waitFor(/Run: npm run migration -- NAME/);
  const { stdout } = await run(stores('sh'));
  const files = stdout.match(/prisma\S*\.sql/g) ?? [];
  t.equal(files.length, 2);
  for (const file of files) t.equal(await readFile(join(cwd, file), 'utf8'), stores('sql'));
  await show(stores('text'));

  t.equal((await dev.end('SIGINT')).code, 0);
  await t.rejects(fetch(`${restarted}/docs`), 'nothing listens any more');
});

/** Matches a text, on whichever line of a file it says something is. */
function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll(/:\d+:\d+/g, ':\\d+:\\d+'));
}

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
