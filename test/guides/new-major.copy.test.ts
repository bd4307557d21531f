// Follows openapi/platform/NEW-MAJOR.md, and its example in openapi/RECIPES.md, in a copy of the
// project, which becomes another service: runs their commands, writes their blocks, and changes the
// contract where they can only say what to change.

import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { isMap, isPair, isScalar, Pair, parse, parseDocument, visit } from 'yaml';
import { passGate } from '../../scripts/contract/index.ts';
import { contractOptions, readService } from '../../scripts/contract-options.ts';
import { PRELOADED } from '../../scripts/testing/run-tests.ts';
import { loadApis } from '../../src/platform/versions.ts';
import { service } from '../../src/service.ts';
import { openStore } from '../helper.ts';
import { codeIn, sectionOf } from '../support/markdown.ts';
import {
  changeFile,
  listening,
  root,
  scratchCopy,
  startProcess,
  startScript,
} from '../support/scripts.ts';
import { freePort } from '../support/servers/ports.ts';
import { blocksOf, MAJOR_EXAMPLE, writeBlock } from './blocks.ts';

const [{ contract: contractBefore }] = await loadApis(service);
const guide = await readFile(join(root, 'openapi/platform/NEW-MAJOR.md'), 'utf8');
const recipes = await readFile(join(root, 'openapi/RECIPES.md'), 'utf8');
/** A test of /v1, which is to pass in the process that serves both versions. */
const OLD_TEST = 'test/store/create-pet.test.ts';

/** A program that uses the clients of both versions. */
const CLIENTS = `
import { createClient } from '../generated/client.ts';
import { createClient as createV1Client } from '../generated/v1/client.ts';

const [origin = '', apiKey = ''] = process.argv.slice(2);
const v2 = createClient({ apiKey, baseUrl: origin + '/v2' });
const v1 = createV1Client({ apiKey, baseUrl: origin + '/v1' });
const { id } = await v2.createPet({ name: { text: 'Rex' }, categoryId: 7n });
const { name } = await v1.getPet({ petId: id });
const { id: other } = await v1.createPet({ name: 'Tweety', categoryId: 7n });
const names: string[] = [];
for await (const pet of v2.listPets.all({ limit: 1 })) names.push(pet.name.text);
console.log(JSON.stringify({ name, names, ids: [String(id), String(other)] }));
`;

interface Init {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Changes the rest of the new contract as the example says: where, a program has to know. */
async function changeContract(file: string) {
  const contract = parseDocument(await readFile(file, 'utf8'));
  visit(contract, {
    Pair(_, { key, value }, path) {
      const isExample = path.some((one) => isPair(one) && /^examples?$/.test(String(one.key)));
      if (isExample && String(key) === 'name' && isScalar(value)) {
        return new Pair(key, contract.createNode({ text: value.value }));
      }
      return undefined;
    },
  });
  assert.ok(contract.deleteIn(['paths', '/pets/{petId}', 'get']));
  await writeFile(file, contract.toString({ lineWidth: 0 }));
}

/** Deprecates every operation of /v1 that is not deprecated yet. */
async function announceEnd(file: string, ending: string) {
  const contract = parseDocument(await readFile(file, 'utf8'));
  visit(contract, {
    Map(_, operation) {
      const id = operation.get('operationId');
      if (id === undefined || operation.has('deprecated')) return;
      const { contents } = parseDocument(ending.replace('listItems', String(id)));
      assert.ok(isMap(contents));
      // With their quotes.
      for (const pair of contents.items) operation.add(pair);
    },
  });
  await writeFile(file, contract.toString({ lineWidth: 0 }));
}

/** Headers that differ from request to request. */
const VARYING = ['date', 'x-request-id', 'x-ratelimit-reset', 'ratelimit', 'retry-after'];

t.test('every step of NEW-MAJOR.md does what it says', async (t) => {
  const cwd = await scratchCopy(t);
  // All the rest takes the compiler and the formatter most of their time.
  for (const file of await readdir(join(cwd, 'test'), { recursive: true })) {
    const path = join('test', file);
    if (path.endsWith('.test.ts') && path !== OLD_TEST) await rm(join(cwd, path));
  }
  await changeFile(
    join(cwd, 'tsconfig.json'),
    /"include": .*/,
    `"include": ["src", "scripts/*.ts", "test/clients.ts", "${OLD_TEST}"],`,
  );
  await changeFile(join(cwd, 'biome.json'), '"**"', '"src/**", "openapi/**", "test/**"');
  const edit = (name: string, text: string | RegExp, replacement: string) =>
    changeFile(join(cwd, name), text, replacement);
  const run = (...command: string[]) => startProcess(t, command, { cwd }).ended;
  // What `npm run contract:diff` prints.
  const options = contractOptions(await readService());
  const gate = (today = new Date().toISOString().slice(0, 10)) =>
    passGate({ root: cwd, today, ...options });
  const shell = async (script: string | undefined) =>
    t.match(await run('sh', '-ec', String(script)), { code: 0, stderr: '' });

  // What has changed since the newest release is released first.
  const { version } = contractBefore.document.info;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fix = `${major}.${minor}.1`;
  const ended = `${major}.${minor + 1}.0`;
  const released = join(cwd, `openapi/released/${version}.yaml`);
  await copyFile(join(cwd, 'generated/openapi.yaml'), released);
  const [keep, renew] = codeIn('sh', guide);
  await shell(keep);
  const [entry, overlay] = blocksOf(guide);
  assert.ok(entry && overlay);
  await writeBlock(cwd, entry);
  await shell(renew);
  for (const block of blocksOf(sectionOf(recipes, MAJOR_EXAMPLE))) await writeBlock(cwd, block);
  await changeContract(join(cwd, 'openapi/openapi.yaml'));
  const guides = join(cwd, 'openapi/guides');
  for (const file of await readdir(guides)) {
    if (file.endsWith('-leaving-getpet.md')) await rm(join(guides, file));
  }
  await rm(join(guides, 'parts/deprecated-today.md'));
  await edit('openapi/guides/search.yaml', /^ {2}leaving-getpet: .*\n/m, '');
  await writeFile(join(cwd, 'test/clients.ts'), CLIENTS);
  await edit('openapi/CHANGELOG.md', /^(?=## )/m, '## 2.0.0\n\n- Names are objects.\n\n');

  const settings = { PORT: String(await freePort()), METRICS_PORT: '0' };
  const dev = await startScript(t, 'scripts/dev.ts', [], { cwd, settings });
  const [origin, [metricsUrl], [, key = '']] = await Promise.all([
    listening(dev),
    dev.waitFor(/http:\S+\/metrics/),
    dev.waitFor(/Authorization: Bearer (\w+)/),
    dev.waitFor(/Found 0 errors/),
  ]);
  const at = async (base: string, path: string, { headers = {}, ...init }: Init = {}) => {
    const own = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(base + path, { ...init, headers: { ...own, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  await t.test('/v1 answers byte for byte as before', async (t) => {
    const before = await openStore(t);
    // As the key that the first start prints.
    const { key: keyBefore } = await before.createKey({ scopes: contractBefore.scopes });
    const address = await before.app.listen({ port: 0, host: '127.0.0.1' });
    const post = (body: string, idempotencyKey?: string): Init => {
      const headers = idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } };
      return { method: 'POST', body, ...headers };
    };
    const rex = '{"name":"Rex","categoryId":9007199254740993}';
    const requests: [path: string, init?: Init][] = [
      ['/v1/pets', post(rex)],
      ['/v1/pets', post(rex, 'one')],
      ['/v1/pets', post(rex, 'one')],
      ['/v1/pets', post('{"name":"Tweety","categoryId":7}', 'one')],
      ['/v1/pets', post('{"name":{"text":"Rex"}}')],
      ['/v1/pets?limit=1'],
      ['/v1/pets?limit=1&status=available'],
      ['/v1/pets?cursor=none'],
      ['/v1/pets/2'],
      ['/v1/pets/2', { method: 'HEAD' }],
      ['/v1/pets/3'],
      ['/v1/pets/x'],
      ['/v1/pets/2', { method: 'PATCH', body: '{"status":"sold"}' }],
      ['/v1/pets/2', { method: 'DELETE' }],
      ['/v1/pets/2', { method: 'DELETE' }],
      ['/v1/store/orders'],
      ['/v1/nothing'],
      ['/v1/pets', { headers: { authorization: 'Bearer none' } }],
    ];
    for (const [path, init] of requests) {
      const [now, then] = await Promise.all([
        at(origin, path, init),
        at(address, path, {
          ...init,
          headers: { authorization: `Bearer ${keyBefore}`, ...init?.headers },
        }),
      ]);
      const seen = ({ headers, ...response }: typeof now) => ({
        ...response,
        headers: [...headers].filter(([name]) => !VARYING.includes(name) && !isLimit(name)),
      });
      t.strictSame(seen(now), seen(then), `${JSON.stringify(init ?? {})} ${path}`);
    }
    // The two keys have different plans.
    function isLimit(name: string) {
      return /^(?:x-)?ratelimit/.test(name);
    }
  });

  const left = async (path: string) => {
    const { headers } = await at(origin, path);
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const first = await left('/v1/pets');
  t.equal(await left('/v2/pets'), first - 1, 'one key, and one count');
  const [Rex] = JSON.parse((await at(origin, '/v2/pets?limit=1')).text);
  t.strictSame(Rex.name, { text: 'Rex' });
  t.equal((await at(origin, '/v2/pets/1')).status, 405, 'getPet is gone');
  const long = '🐶'.repeat(999);
  const body = JSON.stringify({ name: { text: long }, categoryId: 7 });
  const created = await at(origin, '/v2/pets', { method: 'POST', body });
  const { id } = JSON.parse(created.text);
  t.equal(created.status, 201);
  const shown = JSON.parse((await at(origin, `/v1/pets/${id}`)).text);
  t.equal(shown.name, '🐶'.repeat(255), 'what only /v2 can express');
  const patch = (path: string, change: string, tag: string | null) =>
    at(origin, path, { method: 'PATCH', body: change, headers: { 'if-match': String(tag) } });
  const tag = (await at(origin, `/v1/pets/${id}`)).headers.get('etag');
  const sold = await patch(`/v1/pets/${id}`, '{"status":"sold"}', tag);
  t.equal(sold.status, 200, 'on the condition of its tag in /v1');
  const late = await patch(`/v2/pets/${id}`, '{"categoryId":7}', created.headers.get('etag'));
  t.equal(late.status, 412);
  const again = await patch(`/v2/pets/${id}`, '{"status":"available"}', '*');
  t.equal(JSON.parse(again.text).name.text, long, 'a change by /v1 leaves it alone');
  const listed = JSON.parse((await at(origin, '/v1/pets?limit=100')).text);
  t.strictSame(listed.at(-1), shown);

  const { stdout } = await run(process.execPath, 'test/clients.ts', origin, key);
  const result = JSON.parse(stdout);
  t.match(result, { name: 'Rex' }, 'both clients run');
  t.strictSame([result.names.at(-2), result.names.at(-1)], ['Rex', 'Tweety']);
  t.match((await at(origin, '/v1/docs')).text, `This page describes version <b>${version}</b>`);
  t.match((await at(origin, '/docs')).text, 'This page describes version <b>2.0.0</b>');
  const metrics = await (await fetch(metricsUrl)).text();
  for (const name of ['listPets', 'v2.listPets', 'getPet', 'v2.createPet']) {
    t.match(metrics, `http_requests_total{operation="${name}",status="20`);
  }
  t.notMatch(metrics, 'v2.getPet');
  await dev.end('SIGINT');

  const mock = await startScript(t, 'scripts/mock.ts', ['--open'], {
    cwd,
    settings: { PORT: '0' },
  });
  const [, newest = '', older = ''] = await mock.waitFor(/Base address: +(\S+\/v2)\n +(\S+\/v1)\n/);
  const ofMock = async (url: string) => JSON.parse((await at(url, '/pets')).text)[0].name;
  t.strictSame([await ofMock(newest), await ofMock(older)], [{ text: 'Rex' }, 'Rex']);
  await mock.end('SIGINT');

  // Without test:one, which would first build: the last step does that.
  t.match(await run(process.execPath, PRELOADED, OLD_TEST), { code: 0 });
  t.match(await run('npm', 'run', 'format'), { code: 0 });

  t.match(await gate(), { demands: [], from: version, to: '2.0.0' });
  const release = (from: string, version: string) =>
    copyFile(join(cwd, from), join(cwd, `openapi/released/${version}.yaml`));
  await release('generated/openapi.yaml', '2.0.0');
  const served = 'openapi/served/v1.yaml';
  await edit(served, `version: ${version}`, `version: ${fix}`);
  await edit(served, 'Maximum number of items', 'The maximum number of items');
  t.strictSame((await gate()).demands, [], 'a fix of 1.x');
  await edit(served, 'maximum: 100', 'maximum: 99');
  t.match((await gate()).demands, [/v1\.yaml may change in texts, deprecation/]);
  await edit(served, 'maximum: 99', 'maximum: 100');

  const [ending = ''] = codeIn('yaml', guide);
  await announceEnd(join(cwd, served), ending);
  await edit(served, `version: ${fix}`, `version: ${ended}`);
  await writeBlock(cwd, overlay);
  t.match(await run('npm', 'run', 'contract:lint'), { code: 0, stderr: '' });
  t.strictSame((await gate()).demands, [], 'the end of /v1 is announced');
  t.match(await run('npm', 'run', 'generate'), { code: 0 });
  const made = (name: string) => readFile(join(cwd, 'generated/v1', name), 'utf8');
  t.match(await made('documentation.ts'), 'site:v2/docs#operations/createPet', 'what follows');
  t.match(await made('client.ts'), 'removed on 2029-01-01: use `v2.createPet`.');
  await release('generated/v1/openapi.yaml', ended);
  t.strictSame((await gate()).demands, []);
  await rm(join(cwd, served));
  t.match((await gate()).demands, [/keep serving listPets, createPet, getPet/]);
  t.match((await gate(parse(ending)['x-sunset'])).demands, [/keep serving getPet of /]);
  t.strictSame((await gate('2030-12-05')).demands, [], 'until the last sunset');

  await edit('src/service.ts', entry.text, '');
  for (const path of ['openapi/served/v1', 'src/store/v1', OLD_TEST]) {
    await rm(join(cwd, path), { recursive: true });
  }
  const server = startProcess(t, ['npm', 'start'], { cwd, settings });
  const alone = await listening(server);
  t.match(await at(alone, '/v2/pets?limit=1'), { status: 200, text: /"name":{"text":"Rex"}/ });
  t.equal((await at(alone, '/v1/pets')).status, 404, 'the old version is gone');
  t.equal((await at(alone, '/v1/docs')).status, 404);
  t.equal((await server.end('SIGTERM')).code, 0);
});
