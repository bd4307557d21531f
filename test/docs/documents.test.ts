import { existsSync } from 'node:fs';
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

t.test('SECURITY.md names a test for each risk', async (t) => {
  const rows = (await read('SECURITY.md')).match(/^\| (?!Risk|---).+\|$/gm) ?? [];
  t.ok(rows.filter((row) => /^\| API\d+ /.test(row)).length === 10, 'all ten of OWASP');
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/\S+\.test\.ts)`/g)];
    t.ok(files.length > 0, row);
    for (const [, file = ''] of files) t.ok(existsSync(join(root, file)), file);
  }
});

function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
