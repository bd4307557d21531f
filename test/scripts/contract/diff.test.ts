// What `npm run contract:diff` says. Everything that can change does so at once, each in an
// operation of its own.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { parse, stringify } from 'yaml';
import {
  changeRules,
  clientModule,
  completeContract,
  lint,
  modelOf,
  passGate,
} from '../../../scripts/contract/index.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { codeIn, sectionOf } from '../../support/markdown.ts';
import { changeFile, root, runScript } from '../../support/scripts.ts';
import { LIBRARY } from './library.ts';
import { asObject, type Json, merge, operation, readTable } from './table.ts';

const SCRIPT = 'scripts/contract-diff.ts';
const NEW = 'openapi/openapi.yaml';
const CHANGELOG = 'openapi/CHANGELOG.md';
const FIRST = '# Changelog\n\n## 1.0.0 (2026-11-21)\n\n- The first version.\n';
/** The rules of the document, and of components, which have tests of their own. */
const TRIED_BELOW = [
  'server-added',
  'server-changed',
  'notice-shortened',
  'notice-extended',
  'component-renamed',
];
const KINDS = ['breaking', 'breaks generated code', 'additive', 'documentation', 'excused'];

type Change = readonly [kind: string | null, before: Part, after: Part, says?: string];
/** An operation in the short form of the table. */
type Part = Json | null;

const table = await readTable<Change[]>('contract-changes.yaml');
const cases = Object.entries(table).flatMap(([line, changes]) =>
  changes.map((change, index) => ({ change, name: `${line}: ${index}` })),
);
const cwd = await temporaryFolder(t);
await mkdir(join(cwd, 'openapi/released'), { recursive: true });
const older = await write('openapi/released/1.9.0.yaml', '1.9.0', 1);

t.test('rates each change, names its line, and says what it calls for', async (t) => {
  const newer = await write(NEW, '1.11.0', 2);
  const { code, stdout, stderr } = await compare(older, newer, '--today', '2026-11-22');
  t.equal(code, 1);
  const lines = stdout.split('\n').filter((line) => /^[a-z]/.test(line));
  const files = await Promise.all([older, newer].map((file) => readFile(join(cwd, file), 'utf8')));
  for (const [index, { change, name }] of cases.entries()) {
    const [kind, , , says = ''] = change;
    const own = lines.filter((line) => new RegExp(`/case-${index}(?![0-9])`).test(line));
    const worst = KINDS.find((one) => own.some((line) => line.startsWith(one))) ?? null;
    t.equal(worst, kind, `${name} ${own.join(' ')}`);
    t.ok(own.join('\n').includes(says), `${name} says ${own.join(' ')}`);
    for (const line of own) {
      const [, file, number] = /^[a-z ]+ {2,}(\S+):(\d+):\d+ /.exec(line) ?? [];
      const above = files[file === older ? 0 : 1]?.split('\n').slice(0, Number(number));
      const path = above?.findLast((one) => one.startsWith('  /case-'));
      t.match(path, new RegExp(`/case-${index}(?![0-9])`), line);
    }
  }
  const kinds = KINDS.map((kind) => lines.filter((line) => line.startsWith(kind)).length);
  const unknown = lines.filter((line) => line.includes('  part-not-compared: ')).length;
  t.same(stderr.split('\n').filter(Boolean), [
    `${Number(kinds[0]) - unknown} breaking changes, ${kinds[1]} of generated code, and ` +
      `${unknown} parts that cannot be compared: ` +
      'give info.version a new major number (it is 1.11.0, and was 1.9.0), ' +
      'or name each in openapi/accepted-changes.yaml.',
  ]);
  const rated = lines.map((line) => /^[a-z ]+ {2,}\S+ {2}.+? {2}([\w-]+): /.exec(line)?.[1]);
  const untried = changeRules().filter((rule) => !rated.includes(rule));
  t.same(untried, TRIED_BELOW, 'each rule has a case');
});

t.test('a break may come with a new major version and an entry', async (t) => {
  const folder = await release('1.9.0', {});
  const newer = await small(folder, NEW, '2.0.0', { query: { type: 'string' } });
  await writeFile(join(folder, CHANGELOG), `## 2.0.0\n\n- Moved.\n\n${FIRST}`);
  const older = 'openapi/released/1.9.0.yaml';
  const { code, stdout } = await runScript(t, SCRIPT, [older, newer], { cwd: folder });
  t.equal(code, 0);
  t.match(stdout, /^breaking .* Server `\/v1` became `\/v2`\.$/m);
  t.match(stdout, /^additive .* POST \/things query q {2}parameter-added: /m);
  t.match(stdout, /^From 1\.9\.0 to 2\.0\.0: 2 changes\.$/m);
});

t.test('a shorter notice is a break, a longer one is not', async (t) => {
  const folder = await release('1.0.0', { query: { type: 'string' } }, { beta: 30 });
  await small(folder, NEW, '1.1.0', {}, 'Widget', { stable: 180, beta: 29 });
  const shorter = await gate(folder);
  t.match(
    shorter.says,
    /^breaking {2}info x-notice {2}notice-shortened: beta modified from 30 to 29\.$/m,
  );
  t.match(
    shorter.says,
    /^documentation {2}info x-notice {2}notice-extended: stable modified from nothing to 180\.$/m,
  );
  t.match(shorter.demands, /breaking change/);
  // Clients have been promised the longer one.
  const promised = await release('1.0.0', { query: { type: 'string' } });
  await small(promised, NEW, '1.1.0', { parameters: [] }, 'Widget', { stable: 0 });
  await writeEntries(promised, [
    { rule: 'notice-shortened', place: 'info x-notice', reason: 'It was too long.' },
    ENTRY,
  ]);
  t.match(await gate(promised), { demands: /^notice-shortened .*announced.*\n.*announced/m });
});

t.test('has nothing to compare before the first release', async (t) => {
  t.match(await runScript(t, SCRIPT, [], { cwd: await temporaryFolder(t) }), {
    code: 0,
    stdout:
      /^Nothing is in openapi\/released yet, .*"Make a release"\nin openapi\/platform\/HOW-TO\.md says/,
  });
});

t.test('compares with the last released version unless files are named', async (t) => {
  const folder = await release('1.9.0', { query: { type: 'string' } });
  const last = await small(folder, 'openapi/released/1.10.0.yaml', '1.10.0', {});
  await small(folder, NEW, '1.10.0', {});
  const nothing = { code: 0, stdout: 'From 1.10.0 to 1.10.0: 0 changes.\n', stderr: '' };
  t.match(await runScript(t, SCRIPT, [], { cwd: folder }), nothing);
  const elsewhere = [last, NEW].map((file) => join(folder, file));
  t.match(await runScript(t, SCRIPT, elsewhere), nothing);
});

t.test('two files that are named need no entry in the changelog', async (t) => {
  const older = 'openapi/released/1.0.0.yaml';
  const folder = await release('1.0.0', {});
  const newer = await small(folder, NEW, '1.1.0', { query: { type: 'string' } });
  await writeFile(join(folder, CHANGELOG), FIRST);
  await writeEntries(folder, [ENTRY]);
  const gates = await Promise.all([gate(folder), gate(folder, '2026-11-22', { older, newer })]);
  for (const { says } of gates) t.match(says, /^additive .* parameter-added/);
  t.match(
    gates.map(({ demands }) => demands),
    [/Remove the entry.*\n.*CHANGELOG.md: write a line .* "## Unreleased" or "## 1.1.0"/, ''],
  );
  const back = await gate(folder, '2026-11-22', { older: newer, newer: older });
  t.match(back.demands, /^1 breaking change: .*$/);
});

t.test('another server comes after those that clients know', async (t) => {
  const folder = await temporaryFolder(t);
  const [known, more] = await Promise.all([
    small(folder, 'known.yaml', '1.0.0', {}),
    small(folder, 'more.yaml', '1.0.0', {}),
  ]);
  await changeFile(join(folder, more), '- url: /v1', '- url: /v1\n  - url: /staging/v1');
  t.match(await gate(folder, '2026-11-22', { older: known, newer: more }), {
    says: /^additive {2}servers {2}server-added/m,
  });
  t.match(await gate(folder, '2026-11-22', { older: more, newer: known }), {
    says: /^breaking {2}servers {2}server-changed/m,
  });
});

const text = { type: 'string' };
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** An object with a list of others. */
const node = (inner: Json, more: Json = {}): Json => ({
  type: 'object',
  properties: { a: text, list: { type: 'array', items: inner } },
  ...more,
});

t.test('schemas that contain themselves are compared, each with its counterpart', async (t) => {
  const schemas = {
    Tree: node(to('Tree')),
    // The same, in other words.
    Bush: node(to('Twig')),
    Twig: node(to('Bush')),
    Alike: node(node(to('Tree'))),
    Strict: node(to('Strict'), { required: ['a'] }),
    StrictBelow: node(to('Strict')),
    StrictTwice: node(node(to('StrictTwice'), { required: ['a'] })),
    OrNull: node({ anyOf: [to('OrNull'), { type: 'null' }] }),
    Described: node({ ...to('Described'), description: 'It.' }),
    Nothing: to('Nothing'),
    Part: node({ allOf: [to('Part'), { type: 'object', properties: { b: text } }] }),
    OtherPart: node({ allOf: [to('OtherPart'), { type: 'object', properties: { c: text } }] }),
  };
  const become = async (before: keyof typeof schemas, after: keyof typeof schemas) => {
    const [request, response] = await Promise.all([
      rated(t, { body: to(before), schemas }, { body: to(after), schemas }),
      rated(t, { returns: to(before), schemas }, { returns: to(after), schemas }),
    ]);
    return [request, response].map(({ says }) => says.replace(/\n?From.*$/, ''));
  };
  for (const same of ['Bush', 'Alike', 'Tree'] as const) {
    t.same(await become('Tree', same), ['', ''], same);
    t.same(await become(same, 'Tree'), ['', ''], same);
  }
  for (const name of ['Nothing', 'Part'] as const) t.same(await become(name, name), ['', '']);
  for (const [before, after, ...expected] of [
    [
      'Tree',
      'Strict',
      /^breaking .* body a {2}request-field-req/,
      /^additive .* 200 a {2}response/,
    ],
    ['Strict', 'Bush', /^additive .* body a /, /^breaking .* 200 a {2}response-field-optional/],
    ['Tree', 'StrictBelow', /^breaking .* body list items a {2}req/, /^additive .* items a /],
    ['StrictTwice', 'Tree', /^additive .* items a /, /^breaking .* 200 list items a /],
    ['Tree', 'OrNull', /^additive .* items {2}request-type-wider/, /^breaking .* items {2}resp/],
    ['Tree', 'Described', /^documentation .* items {2}text-changed/, /^documentation/],
    ['Tree', 'Nothing', /^breaking .* body {2}part-not-compared/, /^breaking .* 200 {2}part-not/],
    ['Part', 'OtherPart', /^breaking .* items {2}part-not-compared/, /^breaking .* items {2}part/],
  ] as const) {
    t.match(await become(before, after), expected, `${before} ${after}`);
  }
  // Each component is compared with others of many names, and not along every path.
  const names = Array.from({ length: 40 }, (_, i) => `Node${i}`);
  const all = (more: Json) =>
    Object.fromEntries(
      names.map((name) => {
        const fields = Object.fromEntries(names.map((other) => [`to${other}`, to(other)]));
        return [name, { type: 'object', properties: { a: text, ...fields }, ...more }];
      }),
    );
  const { says } = await rated(
    t,
    { body: to('Node0'), schemas: all({}) },
    { body: to('Node0'), schemas: all({ required: ['a'] }) },
  );
  t.equal(says.match(/^breaking .* request-field-required: is now required\.$/gm)?.length, 40);
});

t.test('branches of unions belong together by the values that choose them', async (t) => {
  const branch = (kind: string, more: Json = {}) => ({
    type: 'object',
    properties: { kind: { type: 'string', const: kind }, ...more },
    required: ['kind'],
  });
  const schemas = {
    Ball: branch('ball', { size: to('Size') }),
    Rope: branch('rope'),
    Size: { type: 'object', properties: { a: text } },
  };
  const renamed = {
    Bone: branch('bone'),
    RopeToy: branch('rope'),
    BallToy: branch('ball', { size: to('ToySize') }),
    ToySize: schemas.Size,
  };
  const union = (names: Json, kind: string): Json => {
    const mapping = Object.fromEntries(
      Object.entries(names).map(([value, name]) => [value, to(String(name)).$ref]),
    );
    const oneOf = Object.values(names).map((name) => to(String(name)));
    const discriminator = { propertyName: 'kind', mapping };
    return { [kind]: oneOf, ...(kind === 'oneOf' && { discriminator }) };
  };
  const before = { ball: 'Ball', rope: 'Rope' };
  const isNow = (name: string, other: string) => `${name}  component-renamed: is now \`${other}\``;
  for (const kind of ['oneOf', 'anyOf']) {
    for (const after of [
      { bone: 'Bone', ball: 'BallToy', rope: 'RopeToy' },
      { rope: 'RopeToy', bone: 'Bone', ball: 'BallToy' },
      { rope: 'RopeToy', ball: 'BallToy' },
    ]) {
      const { says } = await rated(
        t,
        { returns: union(before, kind), schemas },
        { returns: union(after, kind), schemas: renamed },
      );
      const said = says.split('\n').filter((line) => line.includes('component-renamed'));
      t.match(said, [isNow('Ball', 'BallToy'), isNow('Rope', 'RopeToy'), isNow('Size', 'ToySize')]);
      t.equal(said.length, 3);
      t.equal(says.includes('200 bone  response-branch-added'), 'bone' in after);
      t.notMatch(says, /field|enum|discriminator-changed/, 'each is compared with its own');
    }
    const { says } = await rated(
      t,
      { returns: union(before, kind), schemas },
      { returns: union({ bone: 'Bone', rope: 'RopeToy' }, kind), schemas: renamed },
    );
    t.match(says, isNow('Rope', 'RopeToy'));
    t.notMatch(says, /schemas Ball/, 'a branch that is gone has no other name');
  }
  // Without constants, the mapping has the values, and without a mapping the names are the values.
  const open = (): Json => ({ type: 'object', properties: { kind: text }, required: ['kind'] });
  const openSchemas = { Ball: open(), Rope: open(), Bone: open() };
  const [plain, more] = [before, { bone: 'Bone', ...before }].map((names) => {
    const mapped = union(names, 'oneOf');
    return [mapped, { ...mapped, discriminator: { propertyName: 'kind' } }];
  });
  for (const [i, added] of ['bone', 'Bone'].entries()) {
    const { says } = await rated(
      t,
      { returns: plain?.[i], schemas: openSchemas },
      { returns: more?.[i], schemas: openSchemas },
    );
    t.match(says, `200 ${added}  response-branch-added`);
    t.notMatch(says, /field|discriminator-changed|branch-removed/);
  }
});

t.test('nothing is said of a name whose successor nobody can know', async (t) => {
  const thing = (name: string) => ({ type: 'object', properties: { [name]: text } });
  const list = (...names: string[]) => ({ anyOf: names.map(to) });
  const become = async (before: string[], after: string[], keyword = 'anyOf') => {
    const [one, other] = [before, after].map((names) => ({
      returns: { type: 'array', items: { [keyword]: list(...names).anyOf } },
      schemas: Object.fromEntries(names.map((name) => [name, thing(name.slice(0, 1))])),
    }));
    const { says } = await rated(t, one ?? {}, other ?? {});
    return says.split('\n').filter((line) => line.includes('component-renamed'));
  };
  const isGone = /is gone, and nothing shows which schema is now in its place\.$/;
  t.match(await become(['A', 'B'], ['C', 'A2', 'B2']), [isGone, isGone]);
  t.match(await become(['A', 'B'], ['C', 'A2', 'B2'], 'allOf'), [isGone, isGone]);
  t.match(await become(['A', 'B'], ['C', 'A', 'B2']), [isGone]);
  t.match(await become(['A', 'B'], ['B2', 'A']), [/schemas B .* is now `B2`/]);
  t.match(await become(['A', 'B'], ['A2', 'B2'], 'allOf'), [/is now `A2`/, /is now `B2`/]);
  t.same(await become(['A', 'B'], ['A']), []);
  t.same(await become(['A', 'B'], ['A'], 'allOf'), []);
});

t.test('what the parts around operations have is compared, or it is said', async (t) => {
  const aa = { name: 'a', in: 'query', schema: text };
  const must = { ...aa, name: 'b', required: true };
  const said = async (before: Json, after: Json) => (await rated(t, before, after)).says;
  const shared = (...parameters: object[]) => ({ item: { parameters } });
  t.match(await said(shared(aa), { parameters: [aa] }), /^From/);
  t.match(await said({ parameters: [aa] }, shared(aa)), /^From/);
  const added = /^breaking {2}POST \/things query b {2}required-parameter-added/;
  t.match(await said(shared(aa), shared(aa, must)), added);
  const own = { ...shared({ ...aa, required: true }), parameters: [aa] };
  t.match(await said(shared(aa), own), /^From/, 'a parameter of an operation replaces the other');
  for (const [keyword, before, after] of [
    ['servers', [{ url: '/a' }], [{ url: '/b' }]],
    ['head', undefined, { operationId: 'head' }],
    ['trace', { operationId: 'trace' }, undefined],
    ['$ref', 'paths.yaml', 'paths.yaml'],
  ] as const) {
    const says = new RegExp(
      `^breaking {2}/things {2}part-not-compared: .${keyword.replace('$', '.')}. may`,
    );
    t.match(await said({ item: { [keyword]: before } }, { item: { [keyword]: after } }), says);
  }
  const hook = (schema: Json) => ({ a: { post: { requestBody: { content: { a: { schema } } } } } });
  const webhooks = (schema: Json) => ({ root: { webhooks: hook(schema) } });
  const schemas = { Widget: text };
  t.match(
    await said({ ...webhooks(to('Widget')), schemas }, { ...webhooks(to('Widget')), schemas }),
    /^From/,
  );
  t.match(
    await said(
      { ...webhooks(to('Widget')), schemas },
      { ...webhooks(to('Widget')), schemas: { Widget: {} } },
    ),
    /^breaking {4}part-not-compared: `webhooks` may have changed: it cannot be compared\.$/m,
  );
  const scheme = (more: Json) => ({
    root: { components: { securitySchemes: { apiKey: { type: 'http', ...more } } } },
  });
  t.match(
    await said(scheme({ scheme: 'bearer' }), scheme({ scheme: 'basic' })),
    /`securitySchemes` may/,
  );
  const described = scheme({ scheme: 'bearer', description: 'It.' });
  t.match(await said(scheme({ scheme: 'bearer' }), described), /^documentation .* text-changed/);
  // Nobody knows what another file has.
  const elsewhere = [{ body: { $ref: 'a.yaml#/Widget' } }, { body: { not: { $ref: 'a.yaml' } } }];
  elsewhere.push(
    { requestBody: { $ref: 'a.yaml' } } as never,
    { parameters: [{ $ref: 'a.yaml' }] } as never,
  );
  for (const part of elsewhere) {
    t.match(await said(part, part), /^breaking .* part-not-compared: .*it cannot be compared\./);
  }
  const within = { body: { $ref: '#/components/schemas/Widget/properties/a' }, schemas };
  t.match(await said(within, within), /^From/);
  t.match(
    await said(within, { ...within, schemas: { Widget: { properties: { a: {} } } } }),
    /is no component/,
  );
});

t.test('an entry accepts what cannot be compared by its reason alone', async (t) => {
  const twice = (maxLength: number) => ({
    allOf: [node({}), { type: 'object', properties: { a: { ...text, maxLength } } }],
  });
  const folder = await release('1.0.0', { returns: twice(8) });
  await small(folder, NEW, '1.0.0', { returns: twice(9) });
  t.match(await gate(folder), {
    demands: /^0 breaking changes and 1 part that cannot be compared: give info\.version/,
  });
  const rule = 'part-not-compared';
  await writeEntries(folder, [{ rule, place: 'POST /things 200', reason: 'It was a bound.' }]);
  await writeFile(join(folder, CHANGELOG), '## Unreleased\n\n### Breaking\n\n- A bound.\n');
  t.match(await gate(folder), { demands: '', says: /^accepted .*part-not-compared/ });
  const experimental = { 'x-stability': 'experimental', returns: twice(8) };
  const { says } = await rated(t, experimental, { ...experimental, returns: twice(9) });
  t.match(says, /^excused .* operation-changed: It was experimental\.$/m);
  t.match((await rated(t, experimental, experimental)).says, /^From/);
});

t.test('servers with one address are one server, however it is written', async (t) => {
  const folder = await temporaryFolder(t);
  const known = await small(folder, 'known.yaml', '1.0.0', {});
  const become = async (before: string, after: string, variables = ['', '']) => {
    const files = [before, after].map(async (url, i) => {
      await cp(join(folder, known), join(folder, `${i}.yaml`));
      const server = `$&\n  - url: ${JSON.stringify(url)}${variables[i]}`;
      await changeFile(join(folder, `${i}.yaml`), '- url: /v1', server);
      return `${i}.yaml`;
    });
    const [older, newer] = await Promise.all(files);
    return (await gate(folder, '2026-11-22', { older, newer })).says;
  };
  for (const [before, after] of [
    ['https://eu.example.com:443/v1', 'https://eu.example.com/v1'],
    ['http://eu.example.com:80/v1', 'http://eu.example.com/v1'],
    ['https://EU.Example.COM/v1', 'HTTPS://eu.example.com/v1'],
    ['https://{region}.Example.com:443/v1', 'https://{region}.example.com/v1'],
    ['https://[2001:DB8:0::1]:443/v1', 'https://[2001:db8::1]/v1'],
    ['https://b\u00fccher.example/v1', 'https://xn--bcher-kva.example/v1'],
    ['//eu.Example.com/v1', '//eu.example.com/v1'],
    ['https://eu.example.com/%7Ea%2fb/v1', 'https://eu.example.com/~a%2Fb/v1'],
    ['./eu/v1', 'eu/v1'],
  ] as const) {
    t.match(await become(before, after), /^From/, `${before} ${after}`);
    t.match(await become(after, before), /^From/, `${after} ${before}`);
  }
  for (const [before, after] of [
    ['https://eu.example.com:443/v1', 'http://eu.example.com:443/v1'],
    ['http://eu.example.com:443/v1', 'http://eu.example.com/v1'],
    ['https://eu.example.com:8443/v1', 'https://eu.example.com/v1'],
    ['https://eu.example.com/V1', 'https://eu.example.com/v1'],
    ['//eu.example.com:443/v1', '//eu.example.com/v1'],
    ['https://{region}.example.com/v1', 'https://eu.example.com/v1'],
    ['https://{host}:{port}/v1', 'https://{host}/v1'],
    ['/eu/v1', 'eu/v1'],
    ['/eu/v1', '../eu/v1'],
    // The path of an operation is appended to it.
    ['https://eu.example.com/v1/', 'https://eu.example.com/v1'],
    ['https://eu.example.com/', 'https://eu.example.com'],
  ] as const) {
    const says = `breaking  servers  server-changed: Server \`/v1\`, \`${before}\` became `;
    t.ok((await become(before, after)).startsWith(says), `${before} ${after}`);
  }
  const variables = ['a', 'b'].map(
    (region) => `\n    variables: { region: { default: ${region} } }`,
  );
  const url = 'https://{region}.example.com/v1';
  t.match(
    await become(url, url, variables),
    /^breaking {2}servers {2}part-not-compared: `variables`/,
  );
});

t.test('what several operations share has the longest notice of theirs', async (t) => {
  const folder = await temporaryFolder(t);
  const widget = { $ref: '#/components/schemas/Widget' };
  const stabilities = ['beta', 'stable', 'beta'];
  const [before, after] = await Promise.all(
    ['string', 'boolean'].map(async (type) => {
      const file = await small(folder, `${type}.yaml`, '1.0.0', { returns: widget });
      const document = parse(await readFile(join(folder, file), 'utf8'));
      const paths = stabilities.map((stability, index) => {
        const own = { 'x-stability': stability, returns: widget };
        return [`/${index}`, { get: operation(`get${index}`, own) }];
      });
      document.paths = Object.fromEntries(paths);
      document.components.schemas.Widget = { type: 'object', properties: { name: { type } } };
      document.info['x-notice'] = { stable: 180, beta: 30 };
      const text = stringify(document, { aliasDuplicateObjects: false });
      await writeFile(join(folder, file), text);
      return file;
    }),
  );
  t.match(await gate(folder, '2026-11-22', { older: before, newer: after }), {
    says: /^breaking {2}GET \/1 200 name {2}response-type-other: .*\n.*From/m,
  });
});

t.test('the published contract, of which a release is a copy, equals its sources', async (t) => {
  const { code, stdout } = await runScript(t, SCRIPT, ['generated/openapi.yaml', NEW]);
  t.match(stdout, /^From .*: 0 changes\.\n$/);
  t.equal(code, 0);
});

function compare(...args: string[]) {
  return runScript(t, SCRIPT, args, { cwd });
}

/** Writes a contract with one side of all changes. @returns its path */
async function write(file: string, version: string, side: 1 | 2): Promise<string> {
  const paths = cases.flatMap(({ change }, index) => {
    const { path = '', ...own } = change[side] ?? {};
    const post = operation(`case${index}`, own);
    return change[side] ? [[`/case-${index}${path}`, { post }]] : [];
  });
  const kind = (name: string) => ({
    type: 'object',
    properties: { kind: { type: 'string', const: name } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Cases', version, 'x-notice': { beta: 30 } },
    servers: [{ url: '/v1' }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { Cat: kind('cat'), Dog: kind('dog'), Kitten: kind('cat'), Cow: kind('cow') },
    },
  };
  await writeFile(join(cwd, file), stringify(document, { aliasDuplicateObjects: false }));
  return file;
}

t.test('names that generated code has are compared, too', async (t) => {
  const folder = await temporaryFolder(t);
  const widgets = { type: 'array', items: { $ref: '#/components/schemas/Widget' } };
  const [before, after] = await Promise.all([
    small(folder, 'before.yaml', '1.0.0', { returns: widgets }, 'Widget'),
    small(
      folder,
      'after.yaml',
      '1.0.0',
      { returns: { ...widgets, items: { type: 'string' } } },
      'Toy',
    ),
  ]);
  const { says } = await gate(folder, '2026-11-22', { older: before, newer: after });
  t.match(says, /^breaks generated code .* component-renamed: is now written where it is used/m);
  // A component is renamed within one that is renamed, and below a parameter that is.
  const path = { name: 'widgetId', in: 'path', required: true, schema: { type: 'string' } };
  const file = await small(folder, 'widgets.yaml', '1.0.0', {
    returns: { $ref: '#/components/schemas/Widgets' },
    parameters: [path],
  });
  const list =
    '    Widgets:\n      type: array\n      items:\n        $ref: "#/components/schemas/Widget"\n';
  await changeFile(join(folder, file), '    Widget:\n', `${list}$&`);
  await changeFile(join(folder, file), '/things', '/things/{widgetId}');
  const text = await readFile(join(folder, file), 'utf8');
  const renamed = text.replaceAll('widgetId', 'id').replaceAll('Widget', 'Gadget');
  await writeFile(join(folder, 'gadgets.yaml'), renamed);
  const newer = 'gadgets.yaml';
  const { says: all } = await gate(folder, '2026-11-22', { older: file, newer });
  t.match(all, /components schemas Widgets {2}component-renamed: is now `Gadgets`/);
  t.match(all, /components schemas Widget {2}component-renamed: is now `Gadget`/);
});

t.test('a scope is demanded for the first time only if no key can lack it', async (t) => {
  const folder = await temporaryFolder(t);
  const [older, newer] = await Promise.all([
    small(folder, 'any-key.yaml', '1.0.0', { security: [{ apiKey: [] }] }),
    small(folder, 'scope.yaml', '1.0.0', { security: [{ apiKey: ['things:read'] }] }),
  ]);
  const says = async () => (await gate(folder, '2026-11-22', { older, newer })).says;
  t.match(await says(), /^additive .* scope-introduced/m);
  // Keys that are limited to other scopes could call the operation until now.
  for (const file of [older, newer]) {
    await changeFile(
      join(folder, file),
      /scheme: bearer\n/,
      '$&      x-scopes: { things:read: It. }\n',
    );
  }
  t.match(await says(), /^breaking .* scope-demanded/m);
  await changeFile(join(folder, newer), 'things:read: It.', 'things:read: It, and more.');
  t.match(await says(), /^documentation {2}components securitySchemes {2}text-changed: modified/m);
});

t.test('a day is a day', async (t) => {
  for (const day of ['tomorrow', '2026-02-30', '2026-1-1']) {
    const { code, stderr } = await compare('--today', day);
    t.equal(code, 1);
    t.match(stderr, /must be a day such as 2030-12-05/);
  }
});

t.test('accepts a break that is named, announced and old enough', async (t) => {
  const folder = await release('1.0.0', { query: { type: 'string' } });
  await small(folder, NEW, '1.2.0', { parameters: [] });
  const accept = (entry: object) => writeEntries(folder, [{ ...ENTRY, ...entry }]);

  t.match(await gate(folder), { demands: /^1 breaking change: .*accepted-changes/ });
  await accept({});
  t.match(await gate(folder), { demands: /name in `announced` the release/ });
  await accept({ announced: '1.1.0' });
  t.match(await gate(folder), { demands: /changelog has no release 1.1.0/ });
  const announcement = '## 1.1.0 (2026-06-01)\n\n- The parameter `q` will be removed.\n';
  await writeFile(join(folder, CHANGELOG), `## Unreleased\n\n- It is gone.\n\n${announcement}`);
  t.match(await gate(folder, '2026-11-27'), {
    demands: /180 days from 2026-06-01: wait until 2026-11-28/,
  });
  const missing = { demands: /below "### Breaking" of "## Unreleased"/ };
  t.match(await gate(folder, '2026-11-28'), missing);
  await writeFile(
    join(folder, CHANGELOG),
    `## Unreleased\n\n### Breaking\n\n- It is gone.\n\n${announcement}`,
  );
  t.match(await gate(folder, '2026-11-28'), {
    demands: '',
    says: /^accepted .*parameter-removed/m,
  });
  await accept({ neverServed: true });
  t.match(await gate(folder), { demands: '' });
});

t.test('rejects entries that accept nothing, or cannot be read', async (t) => {
  const folder = await release('1.0.0', {});
  await small(folder, NEW, '1.0.0', {});
  await writeEntries(folder, [ENTRY]);
  t.match(await gate(folder), {
    demands: /no such change breaks anything. Remove the entry/,
  });
  await writeEntries(folder, [{ ...ENTRY, reason: '', because: 1 }]);
  const reason = /accepted-changes.yaml: .*because is not a known field.*\n.*reason must have/;
  await t.rejects(gate(folder), { message: reason });
  await writeFile(join(folder, 'openapi/accepted-changes.yaml'), '- rule: [it\n');
  await t.rejects(gate(folder), { message: /accepted-changes.yaml: .* at line 2/ });
});

t.test('names a file that is no contract', async (t) => {
  const folder = await release('1.0.0', {});
  await writeFile(join(folder, NEW), 'openapi: 3.1.0\n');
  await t.rejects(gate(folder), { message: /openapi.yaml: `info.version` is missing/ });
});

t.test('accepts a change of generated code without notice', async (t) => {
  const folder = await release('1.0.0', { operationId: 'findIt' });
  await small(folder, NEW, '1.0.0', { operationId: 'getIt' });
  await writeFile(join(folder, CHANGELOG), '## Unreleased\n\n### Breaking\n\n- Renamed.\n');
  t.match(await gate(folder), { demands: /0 breaking changes and 1 of generated code/ });
  await writeEntries(folder, [
    { rule: 'operation-renamed', place: 'POST /things', reason: 'A word.' },
  ]);
  t.match(await gate(folder), { demands: '', says: /^accepted / });
});

t.test('a new major version comes beside the older ones', async (t) => {
  const folder = await release('1.0.0', { query: { type: 'string' } });
  await small(folder, NEW, '2.0.0', {});
  t.match(await gate(folder), {
    demands: /v1.yaml: keep serving it of .*1.0.0.yaml until/,
  });
  await small(folder, 'openapi/served/v1.yaml', '1.0.0', {
    query: { type: 'string' },
    summary: 'It, once',
  });
  t.match(await gate(folder), { demands: '' });
  await small(folder, 'openapi/served/v1.yaml', '1.0.0', { query: { type: 'boolean' } });
  t.match(await gate(folder), {
    demands: /v1.yaml may change in texts, deprecation and sunsets only/,
  });

  const sunset = { deprecated: true, 'x-sunset': '2026-11-20', query: { type: 'string' } };
  await small(folder, 'openapi/released/1.1.0.yaml', '1.1.0', sunset);
  await rm(join(folder, 'openapi/served/v1.yaml'));
  t.match(await gate(folder, '2026-11-19'), { demands: /keep serving/ });
  t.match(await gate(folder, '2026-11-20'), { demands: '' });

  await small(folder, 'openapi/released/2.0.0.yaml', '2.0.0', {});
  await small(folder, NEW, '1.1.1', sunset);
  t.match(
    await gate(folder),
    { demands: '', says: /From 1.1.0 to 1.1.1/ },
    'a fix of an older major',
  );
});

t.test('follows HOW-TO.md to the end of a parameter and of fields', async (t) => {
  const guide = await readFile(join(root, 'openapi/platform/HOW-TO.md'), 'utf8');
  const [block = ''] = codeIn('yaml', sectionOf(guide, 'End a parameter or a field'));
  const ending = (indent: string, successor: string) => {
    const own = successor ? block.replace('states', successor) : block.replace(/.*states\n/, '');
    return own.replaceAll(/^ */gm, indent).trimEnd();
  };
  const folder = await temporaryFolder(t);
  const file = join(folder, NEW);
  await cp(LIBRARY, dirname(file), { recursive: true });
  const release = async (version: string) => {
    const { document } = await completeContract(file);
    await mkdir(join(folder, 'openapi/released'), { recursive: true });
    await writeFile(join(folder, `openapi/released/${version}.yaml`), stringify(document));
    await writeFile(join(folder, CHANGELOG), '## Unreleased\n\n- A change.\n');
    return document;
  };
  await release('1.0.0');

  const parameter = /( {10})in: query\n(?= {10}description: Returns only books)/;
  await changeFile(file, parameter, `$&${ending('          ', 'limit')}\n`);
  const ofRequest = /( {10})allOf:\n(?= {12}- .*BookState"\n {10}default)/;
  await changeFile(file, ofRequest, `${ending('          ', 'title')}\n$&`);
  const ofResponse = /(state:\n {10})\$ref: (".*BookState")\n(?=\n {4}Books:)/;
  const around = `$1allOf: [{ $ref: $2 }]\n${ending('          ', '')}\n`;
  await changeFile(file, ofResponse, around);
  const linted = async () => (await lint([file])).flatMap(({ lines }) => lines);
  t.same(await linted(), []);
  t.match(await gate(folder, '2027-01-12'), { says: /Write "2027-07-11" or a later day/ });
  t.match(await gate(folder, '2027-01-11'), { demands: '', says: /sunset-set/ });
  const client = clientModule(modelOf(await release('1.1.0')), '');
  const said = client.match(
    /@deprecated Since 2027-01-11. It may be removed from 2027-07-10 on.*$/gm,
  );
  t.same(
    said?.map((line) => line.replace(/^.*10 on/, '')),
    [': use `limit`.', '. */', ': use `title`.'],
  );

  await changeFile(file, / {8}- name: state\n(?: {10}.*\n)*/, '');
  await changeFile(file, / {8}state:\n {10}(?:deprecated)(?:.*\n {10})*default: present\n/, '');
  await changeFile(
    file,
    /(\[id, title), state(.*\n(?: {6,}.*\n)*?) {8}state:\n(?: {10}.*\n)*/,
    '$1$2',
  );
  await changeFile(file, / {4}BookState:\n(?: {6}.*\n)*\n/, '');
  await changeFile(file, /\n +state: (?:lent|present)(?=\n)/g, '');
  t.same(await linted(), []);
  t.match(await gate(folder, '2027-07-09'), { demands: /^3 breaking changes/ });
  const { demands, says } = await gate(folder, '2027-07-10');
  t.equal(demands, '');
  t.equal(says.match(/^excused .*: Its sunset has passed\.$/gm)?.length, 3);
});

const ENTRY = {
  rule: 'parameter-removed',
  place: 'POST /things query q',
  reason: 'Nobody sends it.',
};

/** Makes a folder with one release. */
async function release(version: string, part: Json, notice?: object): Promise<string> {
  const folder = await temporaryFolder(t);
  await small(folder, `openapi/released/${version}.yaml`, version, part, 'Widget', notice);
  await writeFile(join(folder, CHANGELOG), '## Unreleased\n\n- A change.\n');
  return folder;
}

function writeEntries(folder: string, entries: readonly object[]) {
  return writeFile(join(folder, 'openapi/accepted-changes.yaml'), stringify(entries));
}

/** What the gate prints of a folder, as the command does. */
async function gate(
  root: string,
  today = '2026-11-22',
  files: { older?: string | undefined; newer?: string | undefined } = {},
) {
  const { changes, demands, from, to } = await passGate({ root, today, ...files });
  const lines = changes.map(({ kind, where, rule, says }) => `${kind}  ${where}  ${rule}: ${says}`);
  return { says: [...lines, `From ${from} to ${to}`].join('\n'), demands: demands.join('\n') };
}

/**
 * What the gate says of two contracts with one operation.
 *
 * @param before the operation; `schemas`, `item` and `root` stand for what else the contract has
 */
async function rated(t: Test, before: Json, after: Json) {
  const folder = await temporaryFolder(t);
  const [older, newer] = await Promise.all(
    [before, after].map(async ({ schemas = {}, item, root: more, ...part }, i) => {
      const file = await small(folder, `${i}.yaml`, '1.0.0', part);
      const document = parse(await readFile(join(folder, file), 'utf8'));
      document.components.schemas = schemas;
      merge(document.paths['/things'], asObject(item));
      merge(document, asObject(more));
      await writeFile(join(folder, file), stringify(document, { aliasDuplicateObjects: false }));
      return file;
    }),
  );
  return gate(folder, '2026-11-22', { older, newer });
}

/** Writes a contract with one operation. @returns its path */
async function small(
  folder: string,
  file: string,
  version: string,
  part: Json,
  name = 'Widget',
  notice: object = { stable: 180 },
) {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Cases', version, 'x-notice': notice },
    servers: [{ url: `/v${version.split('.', 1)[0]}` }],
    security: [{ apiKey: [] }],
    paths: { '/things': { post: operation('it', part) } },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } },
      schemas: { [name]: { type: 'string' } },
    },
  };
  await mkdir(join(folder, dirname(file)), { recursive: true });
  await writeFile(join(folder, file), stringify(document, { aliasDuplicateObjects: false }));
  return file;
}
