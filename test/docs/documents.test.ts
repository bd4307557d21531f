import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { SETTINGS } from '../../src/settings/index.ts';
import { openStore } from '../helper.ts';
import { root } from '../support/scripts.ts';

const settings = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  fallback: 'default' in setting ? String(setting.default) : '',
  description: setting.description,
}));

t.test('.env.example has every setting with its default and description', async (t) => {
  const blocks = settings.map(
    ({ name, fallback, description }) => `# ${description}\n#${name}=${fallback}\n`,
  );
  t.equal(await read('.env.example'), blocks.join('\n'));
});

t.test('the README has every setting with its default and description', async (t) => {
  const rows = settings.map(({ name, fallback, description }) => {
    const shown = fallback && `\`${fallback}\``;
    return `| \`${name}\` | ${shown} | ${description} |`.replace('|  |', '| |');
  });
  const table = (await read('README.md')).match(/^\| `[A-Z_]+` \|.*$/gm);
  t.same(table?.join('\n'), rows.join('\n'));
});

t.test('the request in the README gets the response in the README', async (t) => {
  const readme = await read('README.md');
  const [, path = '', body = ''] = /curl -X POST \S+?(\/v1\S+) .*?-d '(.*?)'/s.exec(readme) ?? [];
  const [, expected] = /```json\n(.*?)\n```/s.exec(readme) ?? [];
  const { send } = await openStore(t);
  const headers = { 'content-type': 'application/json' };
  const response = await send({ method: 'POST', url: path, headers, payload: body });
  t.equal(response.statusCode, 201);
  t.equal(response.payload, expected);
});

t.test('the README names only scripts that exist', async (t) => {
  const { scripts } = JSON.parse(await read('package.json'));
  const used = [...(await read('README.md')).matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)/g)];
  t.ok(used.length > 10);
  for (const [command, name = ''] of used) t.ok(name === 'ci' || name in scripts, command);
});

t.test('SECURITY.md names a test that exists for each attack', async (t) => {
  const rows = [...(await read('SECURITY.md')).matchAll(/^\|.*\| `(test\/\S+)`: (.+) \|$/gm)];
  t.ok(rows.length >= 7);
  for (const [, file = '', name = ''] of rows) t.ok((await read(file)).includes(name), name);
});

t.test('SECURITY.md names only tests that exist, for each of ten risks', async (t) => {
  const security = await read('SECURITY.md');
  const sections = security.split(/^(?=\*\*API\d+ )/m).slice(1);
  t.equal(sections.length, 10);
  for (const section of sections) {
    t.match(section, /^- `test\//m, section.slice(0, section.indexOf('\n')));
  }
  // In the lists, and in the last column of the tables.
  for (const [, file = '', name = ''] of security.matchAll(/`(test\/\S+)`: (.+?)(?: \|)?$/gm)) {
    t.ok((await read(file)).includes(name), name);
  }
});

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
