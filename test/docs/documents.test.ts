import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import t from 'tap';
import packageJson from '#package' with { type: 'json' };
import { contract } from '../../src/contract/operations.ts';
import { SETTINGS } from '../../src/settings/index.ts';
import { openStore, stopClock } from '../helper.ts';

// What the documents of the project, and the examples of its contract, say of it.

const readme = await readFile('README.md', 'utf8');

t.test('.env.example and the README have every setting with its default', async (t) => {
  const example: string[] = [];
  const table: string[] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const fallback = 'default' in setting ? String(setting.default) : '';
    example.push(`# ${setting.description}\n#${name}=${fallback}\n`);
    table.push(`| \`${name}\` |${fallback && ` \`${fallback}\``} | ${setting.description} |`);
  }
  t.equal(await readFile('.env.example', 'utf8'), example.join('\n'));
  t.strictSame(readme.match(/^\| `[A-Z_]+` \|.*$/gm), table);
});

t.test('the request in the README gets the response in the README', async (t) => {
  const [, path = '', body = ''] = /curl -X POST \S+?(\/v1\S+) .*?-d '(.*?)'/s.exec(readme) ?? [];
  const [, expected] = /```json\n(.*?)\n```/s.exec(readme) ?? [];
  const { send } = await openStore(t);
  const headers = { 'content-type': 'application/json' };
  const response = await send({ method: 'POST', url: path, headers, payload: body });
  t.strictSame([response.statusCode, response.payload], [201, expected]);
});

t.test('README and OPERATIONS name only scripts and files that exist', async (t) => {
  const used = [...readme.matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)/g)];
  t.ok(used.length > 10);
  for (const [command, name = ''] of used) {
    t.ok(name === 'ci' || name in packageJson.scripts, command);
  }
  for (const document of [readme, await readFile('OPERATIONS.md', 'utf8')]) {
    const links = [...document.matchAll(/(?:\]\(|srcset="|src=")(?!http)([^)#"]+)/g)];
    t.ok(links.length > 5);
    for (const [, file = ''] of links) t.ok(existsSync(file), file);
  }
});

t.test('HOW-TO.md names only scripts and files that exist', async (t) => {
  const text = await readFile('openapi/HOW-TO.md', 'utf8');
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)];
  t.ok(scripts.length > 5);
  for (const [command, name = ''] of scripts) t.ok(name in packageJson.scripts, command);
  const files = [...text.matchAll(/\b(?:src|test|prisma|generated|openapi)\/[\w/.-]*\w/g)];
  t.ok(files.length > 10);
  for (const [file] of files) t.ok(existsSync(file), file);
});

t.test('SECURITY.md names a test for each risk', async (t) => {
  const rows = (await readFile('SECURITY.md', 'utf8')).match(/^\| (?!Risk|---).+\|$/gm) ?? [];
  t.equal(rows.filter((row) => /^\| API\d+ /.test(row)).length, 10, 'all ten of OWASP');
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/\S+\.test\.ts)`/g)];
    t.ok(files.length > 0, row);
    for (const [, file = ''] of files) t.ok(existsSync(file), file);
  }
});

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': { readonly example?: object; readonly examples?: object };
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, { readonly example: unknown }>> }>
  >;
}

t.test('headers are sent as their examples show', async (t) => {
  const { app, database, createKey } = await openStore(t);
  stopClock(t);
  // More than a page by default.
  const rows = Array.from({ length: 50 }, (_, i) => BigInt(i + 1));
  const pet = { name: 'Rex', categoryId: 7n, status: 'available' } as const;
  const order = { petId: 42n, quantity: 1, status: 'placed' } as const;
  await database.client.pet.createMany({ data: rows.map((id) => ({ ...pet, id })) });
  await database.client.order.createMany({ data: rows.map((id) => ({ ...order, id })) });
  const compared = new Set<string>();
  const declared = new Set<string>();

  for (const [path, item] of Object.entries(contract.document.paths)) {
    for (const [method, operation] of Object.entries<Described>(item)) {
      const { parameters = [], requestBody, responses } = operation;
      const url = parameters.reduce(
        (known, { name, example }) => known.replace(`{${name}}`, String(example)),
        contract.basePath + path,
      );
      const { example: only, examples = {} } = requestBody?.content['application/json'] ?? {};
      const payload = only ?? Object.values(examples)[0]?.value;
      for (const [verb, isKnown] of [
        [method, true],
        ['OPTIONS', true],
        [method, false],
      ] as const) {
        const { key } = await createKey({ plan: 'free' });
        const sent = await app.inject({
          url,
          method: verb as 'GET',
          headers: isKnown ? { authorization: `Bearer ${key}` } : {},
          ...(payload && { payload }),
        });
        const { headers = {} } = responses[sent.statusCode] ?? {};
        for (const [name, { example }] of Object.entries(headers)) {
          const value = sent.headers[name.toLowerCase()];
          // An anonymous caller has one window.
          if (value === undefined || (!isKnown && name.includes('RateLimit'))) continue;
          t.equal(form(name, value), form(name, example), `${method} ${url} ${name}`);
          compared.add(name);
        }
      }
      const all = Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers));
      for (const name of all) declared.add(name);
    }
  }
  // A number of seconds.
  declared.delete('Retry-After');
  t.strictSame([...compared].sort(), [...declared].sort(), 'all of them');
});

/** Without what is another each time. */
function form(name: string, value: unknown): string {
  if (name === 'X-Request-Id') return 'an id';
  const changes = /^(?:X-RateLimit-Reset|Location)$/.test(name);
  return String(value).replaceAll(changes ? /\d+/g : /(?<=cursor=)[\w-]+/g, '0');
}
