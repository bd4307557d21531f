// A newcomer who has an address, a key and the documentation: every program of the guides and every
// sample of an operation does what the documentation says.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { clientModule, modelOf } from '../../../scripts/contract/index.ts';
import { addCodeSamples, type CodeSample } from '../../../scripts/documentation/index.ts';
import { guidesMarkdown } from '../../../src/platform/docs/markdown.ts';
import { compile } from '../../support/compiler.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { listenOn } from '../../support/raw-http.ts';
import { contract } from '../../support/sample-contract.ts';
import { unlessInstalled } from '../../support/scripts.ts';
import type { Database } from '../../support/service-database.ts';
import { documentation } from '../service/generated/documentation.ts';
import { BLOCKS, blockOf, folder, openNetwork, run, runBlock, USED } from './guide-programs.ts';

const skip = unlessInstalled('bash', 'curl', 'jq', 'python3');
/** Beyond what a double can hold. */
const HUGE = 9_007_199_254_740_993n;
const LANGUAGES = ['ts', 'python'];
const GUIDE = 'Clients';

t.test('First steps adds a widget', { skip }, async (t) => {
  const { settings, database } = await openNetwork(t);
  const shown = blockOf('First steps', 'json').code.trim();
  const environment = blockOf('First steps', 'sh')
    .code.replace('http://127.0.0.1:3000/v1', settings.BASE_URL)
    .replace('smp_...', settings.API_KEY);
  const download = blockOf('First steps', 'sh', 1);
  await runBlock({ ...download, code: `${environment}\n${download.code}` });
  const create = blockOf('First steps', 'sh', 2);
  const { stdout } = await runBlock({ ...create, code: `${environment}\n${create.code}` });
  t.match(stdout[0], /^HTTP\/1\.1 201 /);
  t.equal(stdout.at(-1), shown);
  const [python] = (await runBlock(blockOf('First steps', 'python'), settings)).stdout;
  t.equal(python?.replace(/"id":\d+/, '"id":1'), `201 ${shown}`);
  const [typescript] = (await runBlock(blockOf('First steps', 'ts'), settings)).stdout;
  t.match(typescript, /^\{ id: \d+n, name: 'Bolt', groupId: 7n, status: 'available' \}$/);
  t.equal(await database.client.widget.count(), 3);
});

t.test('First steps makes a folder of npm init -y take the client', async (t) => {
  const [, command = ''] = /`(npm pkg set [^`]+)`/.exec(guidesMarkdown(documentation)) ?? [];
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'package.json'), '{ "name": "a", "type": "commonjs" }');
  await writeFile(join(cwd, 'client.ts'), documentation.clients.ts);
  await writeFile(
    join(cwd, 'program.mts'),
    "import { createClient } from './client.ts';\ncreateClient;",
  );
  const strict = '--noEmit --strict --module nodenext --verbatimModuleSyntax --target es2022';
  const types = '--lib es2022,dom --typeRoots none --allowImportingTsExtensions --pretty false';
  const runIn = (file: string, ...args: string[]) => promisify(execFile)(file, args, { cwd });
  const start = () => runIn(process.execPath, 'program.mts');
  const check = () => compile([...`${strict} ${types}`.split(' '), 'program.mts'], { cwd });
  await t.rejects(start(), /does not provide an export named 'createClient'/);
  t.match(await check(), 'verbatimModuleSyntax');
  const [program = '', ...args] = command.split(' ');
  await runIn(program, ...args);
  await start();
  t.equal(await check(), '');
});

t.test(
  'programs list widgets, survive 429, and find what replaces getWidget',
  { skip },
  async (t) => {
    for (const language of LANGUAGES) await t.test(language, (t) => runPrograms(t, language));
  },
);

async function runPrograms(t: Test, language: string) {
  const { settings, createKey, database } = await openNetwork(t, { perMinute: 2 });
  await addWidgets(database, 250);
  const list = await runBlock(blockOf('First steps', language, 1), settings);
  t.equal(new Set(list.stdout).size, 250);
  // The client says nothing while it waits.
  const isSilent = language === 'ts';
  const waiting = isSilent ? /^$/ : /^429: \{"code":"rate_limit_exceeded".*\}$/;
  t.match(list.stderr.join('\n'), waiting, 'for the third page');

  const free = { ...settings, API_KEY: (await createKey({ plan: 'free' })).key };
  const many = await runBlock(blockOf('Rate limits', language), free);
  t.equal(many.stdout.filter((line) => /^\d+ (?:200|\{)/.test(line)).length, 100);
  t.match(many.stderr.join('\n'), isSilent ? /^$/ : /^429: waiting for \d+ seconds$/);

  const business = { ...settings, API_KEY: (await createKey()).key };
  const find = async (...args: string[]) =>
    (await runBlock(blockOf('Leaving getWidget', language), business, ...args)).stdout.join(' ');
  const last = HUGE + 249n;
  t.match(await find(`${last}`, 'sold'), new RegExp(`\\b${last}n?,.*['"]Widget 249['"]`));
  t.equal(await find(`${last}`, 'pending'), 'null');
  t.equal(await find(`${last + 1n}`), 'null');
}

t.test('commands of the guides do what they say', { skip }, async (t) => {
  const { settings, database, isLost } = await openNetwork(t, { isLossy: true });
  const create = await runBlock(blockOf('Idempotent requests', 'sh'), settings);
  t.match(create.stdout[0], /^HTTP\/1\.1 201 /);
  t.ok(isLost());
  t.equal(await database.client.widget.count(), 1, 'although it was sent twice');
  await addWidgets(database, 250);
  const { stdout } = await runBlock(blockOf('Leaving getWidget', 'sh'), settings);
  t.equal(stdout.at(-1)?.match(/"status":"sold"/g)?.length, 100);
  await runBlock(blockOf(GUIDE, 'sh', 1), settings);
  const opened = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  const { ShipmentStatus, WidgetStatus } = opened.components.schemas;
  t.strictSame(
    [ShipmentStatus.enum, WidgetStatus.enum],
    [undefined, ['available', 'pending', 'sold']],
  );
  const exact = blockOf('64-bit integers', 'js').code;
  const printed = await run(['node', '--input-type=module', '--eval', exact]);
  t.equal(printed.stdout, `${HUGE}n\n{"name":"One","groupId":${HUGE}}\n`);
});

t.test('the server of the guide keeps the key from its pages', async (t) => {
  const { settings, database } = await openNetwork(t, { perMinute: 1 });
  await addWidgets(database, 2);
  const { code, file } = blockOf('Browsers', 'js', 1);
  const telling = code.replace(/\(\) => console\.log\(.*?\)\);/, `${TELL_PORT});`);
  await writeFile(join(folder, file), telling);
  const start = async (BASE_URL: string) => {
    const env = { ...settings, BASE_URL, PORT: '0' };
    const server = spawn(process.execPath, [join(folder, file)], { env });
    t.teardown(() => server.kill());
    return Number(await once(server.stdout, 'data'));
  };
  const port = await start(settings.BASE_URL);
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, await response.text(), response.headers.get('Retry-After')];
  };
  const [status, body] = await ask('/first-page');
  t.equal(status, 200);
  t.match(JSON.parse(String(body)), [{ name: 'Widget 0' }, {}]);
  t.match(await ask('/widgets'), [404]);
  t.match(await ask('/first-page', 'POST'), [404]);
  t.match(await ask('/first-page'), [503, '{}', /^\d+$/]);

  const withoutApi = await start('http://127.0.0.1:1/v1');
  for (const _ of ['first', 'second']) {
    const away = await fetch(`http://127.0.0.1:${withoutApi}/first-page`);
    t.strictSame([away.status, await away.text()], [502, '{}'], 'while the API is away');
  }
});

t.test('programs in Python say in a line that the API is away', { skip }, async (t) => {
  const away = createServer((_request, response) => response.writeHead(502).end('<html>'));
  const html = `http://127.0.0.1:${await listenOn(t, away)}/v1`;
  // A module has no command.
  const blocks = BLOCKS.filter(({ language, command }) => language === 'python' && command !== '');
  const samples = Object.values(contract.document.paths).flatMap((item) =>
    Object.values<Sampled>(item).map((one) => String(one['x-codeSamples'][2]?.source)),
  );
  const programs = [...blocks.map(({ code }) => code), ...samples];
  for (const BASE_URL of [html, 'http://127.0.0.1:1/v1']) {
    const settings = { BASE_URL, API_KEY: 'smp_', PROGRAMS: JSON.stringify(programs) };
    const { stdout } = await run(['python3', '-c', RUN_PROGRAMS, '1'], settings);
    const said: string[] = JSON.parse(stdout);
    t.equal(said.length, programs.length);
    const line = BASE_URL === html ? /^(?:502: <html>\n)+$/ : /^(?:No response: .*\n)+$/;
    for (const words of said) t.match(words, line);
  }
});

t.test('the module for Python waits and repeats as the client does', { skip }, async (t) => {
  const { code, file } = blockOf(GUIDE, 'python');
  t.ok(code.split('\n').length <= 81, 'in 80 lines');
  await writeFile(join(folder, file), code);
  const { settings, database, isLost } = await openNetwork(t, { perMinute: 2, isLossy: true });
  const { stdout } = await run(['python3', '-c', USE_MODULE], settings);
  t.equal(stdout, 'done\n');
  t.ok(isLost());
  t.equal(await database.client.widget.count(), 5, 'each once');
});

t.test('programs in Python retry whatever part of a response they get', { skip }, async (t) => {
  const steps: ((response: ServerResponse) => unknown)[] = [
    ({ socket }) => socket?.end('HTTP/1.1 200 OK\r\nContent-'),
    (response) =>
      response.writeHead(200, { 'content-length': 9 }).write('[', () => response.destroy()),
    (response) => response.writeHead(503, { 'retry-after': new Date(0).toUTCString() }).end(),
  ];
  const faulty = createServer((_request, response) => {
    const step = steps.shift() ?? (() => response.end('[{"id":1,"name":"Bolt"}]'));
    step(response);
  });
  const settings = {
    BASE_URL: `http://127.0.0.1:${await listenOn(t, faulty)}/v1`,
    API_KEY: 'smp_',
  };
  const list = await runBlock(blockOf('First steps', 'python', 1), settings);
  t.strictSame([list.stdout, list.stderr.length], [['1 Bolt'], 3]);

  // A proxy may limit requests, too, and say nothing else.
  steps.push((response) => response.writeHead(429).end());
  const many = await runBlock(blockOf('Rate limits', 'python'), settings);
  t.strictSame([many.stdout.length, many.stderr], [100, ['429: waiting for 1 seconds']]);
});

t.test(
  'the programs with the client compile, and that of its guide does what it says',
  async (t) => {
    const { settings, database, isLost } = await openNetwork(t, { perMinute: 3, isLossy: true });
    await addWidgets(database, 250);
    const programs = BLOCKS.filter(({ language, file }) => language === 'ts' && file !== '');
    for (const { file, code } of programs) await writeFile(join(folder, file), code);
    const options = `--noEmit --strict --noUncheckedIndexedAccess
      --exactOptionalPropertyTypes --allowImportingTsExtensions --target es2020 --module nodenext
      --types node --skipLibCheck`;
    const files = programs.map(({ file }) => file);
    const args = [...options.split(/\s+/), ...files];
    t.equal(await compile(args, { cwd: folder, version: 'typescript' }), '');

    const { stdout, stderr } = await runBlock(blockOf(GUIDE, 'ts'), settings);
    const widgets = await database.client.widget.findMany({
      where: { status: 'available' },
      orderBy: { id: 'asc' },
    });
    t.equal(await database.client.widget.count(), 252, 'one was added, and its copy');
    t.ok(isLost(), 'although its first response was lost');
    const [added, copy] = widgets.filter(({ name }) => name === 'Bolt').map(({ id }) => id);
    const copied = `Added ${copy} at /v1/widgets/${copy}`;
    const missing = '404 No widget has the id 0.';
    const listed = widgets
      .filter(({ id }) => id !== copy)
      .map(({ id, name, groupId }) => `${id} ${name} ${groupId}`);
    t.strictSame([stdout, stderr], [[`Added ${added}`, ...listed, copied, missing], []]);
  },
);

t.test('every program of the guides was run', { skip }, async (t) => {
  // In the test before, and in browser/page.test.ts.
  const elsewhere = [GUIDE, blockOf('Browsers', 'js').guide];
  const left = BLOCKS.filter(
    (block) =>
      !USED.has(block) &&
      !/^(?:http|json)$/.test(block.language) &&
      // agents.test.ts has the protocol's own client, as any agent does.
      !block.code.startsWith('claude ') &&
      !elsewhere.includes(block.guide),
  );
  t.strictSame(left, []);
});

t.test('the samples of every operation get its success status', { skip }, async (t) => {
  // Whatever else a sample reads would have to be there.
  const items = Object.entries(contract.document.paths).filter(
    ([path]) => !/\{(?!widgetId\})/.test(path),
  );
  const operations = items.flatMap(([, item]) => Object.values<Sampled>(item));
  for (const [i, label] of ['curl', 'TypeScript', 'Python'].entries()) {
    await t.test(label, (t) => runSamples(t, operations, label, i));
  }
});

async function runSamples(t: Test, operations: readonly Sampled[], label: string, i: number) {
  // A store of its own for each language, since a create may be possible only once.
  const { settings, database } = await openNetwork(t, { perMinute: 1_000 });
  for (const { responses, 'x-codeSamples': samples } of operations) {
    const sample = samples[i];
    if (sample?.label !== label) throw new Error(`There is no sample ${label}.`);
    if ((await database.client.widget.count({ where: { id: 42n } })) === 0) {
      await addWidgets(database, 1, 42n);
    }
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    // The client returns the body alone.
    const ofClient = success === '204' ? /^$/ : /^[[{]/;
    const begins = new RegExp(`^(?:HTTP/1.1 )?${success}\\b`);
    t.match(await outputOf(sample, settings), label === 'TypeScript' ? ofClient : begins);
  }
}

t.test('samples send the first examples, and show integers, exactly', { skip }, async (t) => {
  const sent: unknown[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    sent.push([method, url, headers['x-name'], JSON.parse(await text(request))]);
    response.end(`{"id":${2n ** 63n - 1n}}`);
  });
  const port = await listenOn(t, server);

  const parameter = (place: string, name: string, example: unknown, schema: object = TEXT) => {
    return { in: place, name, example, schema };
  };
  const parameters = [
    parameter('path', 'widget-id', 1),
    parameter('path', 'text', "it's 100% /?#"),
    parameter('query', 'tags', ['a b', 'c,d'], { type: 'array', items: TEXT }),
    { ...parameter('query', 'filter[a]', undefined), examples: { one: { value: true } } },
    parameter('query', 'unshown', undefined),
    parameter('header', 'X-Name', 'a "b" $c'),
  ];
  // What shells and programs would take for their own.
  const value = { 'a-b': [true, null], name: `It's "$HOME" \`id\` \\n {x} 100% é 🐶 \${1}` };
  const examples = { one: { value }, two: { value: {} } };
  const requestBody = { content: { 'application/json': { schema: { type: 'object' }, examples } } };
  const id = { type: 'integer', format: 'int64' };
  const schema = { type: 'object', properties: { id } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  const put = { operationId: 'put', parameters, requestBody, responses };
  const info = { title: 'A', version: '1.0.0' };
  const document = { info, paths: { '/a/{widget-id}/{text}': { put } } };
  const contract = modelOf(document);
  addCodeSamples(contract);
  await writeFile(join(folder, 'client.ts'), clientModule(contract, 'http://127.0.0.1:1'));
  t.teardown(() => writeFile(join(folder, 'client.ts'), documentation.clients.ts));
  const settings = { BASE_URL: `http://127.0.0.1:${port}`, API_KEY: 'key' };
  for (const sample of (put as unknown as Sampled)['x-codeSamples']) {
    t.match(await outputOf(sample, settings), '9223372036854775807');
    const url = '/a/1/it%27s%20100%25%20%2F%3F%23?tags=a%20b&tags=c%2Cd&filter%5Ba%5D=true';
    const [method, address, ...rest] = sent.pop() as [string, string, ...unknown[]];
    t.strictSame([method, ...rest], ['PUT', 'a "b" $c', value], sample.lang);
    // A client encodes what has to be, which means the same.
    const [path = '', query] = address.split('?');
    const meant = [decodeURIComponent(path), [...new URLSearchParams(query)]];
    const [wantedPath = '', wantedQuery] = url.split('?');
    t.strictSame(meant, [decodeURIComponent(wantedPath), [...new URLSearchParams(wantedQuery)]]);
  }
});

/**
 * Runs programs in Python that all fail, and prints what each has said. To start costs the most.
 */
const RUN_PROGRAMS = `
import contextlib, io, json, os, sys
said = []
for program in json.loads(os.environ["PROGRAMS"]):
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        try:
            exec(program, {"__name__": "__main__"})
            print("It succeeded.", file=sys.stderr)
        except SystemExit as end:
            print(end.code, file=sys.stderr)
    said.append(errors.getvalue())
print(json.dumps(said))
`;

/** What makes the server of a guide tell the free port that it has taken. */
const TELL_PORT = 'function () { console.log(this.address().port); }';

const TEXT = { type: 'string' };

interface Sampled {
  readonly responses: object;
  readonly 'x-codeSamples': readonly CodeSample[];
}

async function outputOf({ lang, source }: CodeSample, settings: Record<string, string>) {
  if (lang === 'TypeScript') await writeFile(join(folder, 'sample.mts'), source);
  const command = {
    Shell: ['bash', '-c', source],
    TypeScript: ['node', 'sample.mts'],
    Python: ['python3', '-c', source],
  }[lang];
  return (await run(command ?? [], settings)).stdout;
}

/** Adds widgets with consecutive ids, each second one sold. */
async function addWidgets({ client }: Database, count: number, first = HUGE) {
  const widgets = Array.from({ length: count }, (_, i) => ({
    id: first + BigInt(i),
    name: `Widget ${i}`,
    groupId: 7n,
    status: i % 2 === 0 ? ('available' as const) : ('sold' as const),
  }));
  await client.widget.createMany({ data: widgets });
}

/** A client as generators make them, below the module of the guide. Its waits take no time. */
const USE_MODULE = `
import json, os, time
from types import SimpleNamespace
from urllib.error import HTTPError
from urllib.request import Request, urlopen

real, sleeps = time.monotonic, []
time.monotonic = lambda: real() + sum(sleeps)
time.sleep = sleeps.append
from patient import Patient

def create_widget(body, idempotency_key):
    headers = {"Authorization": "Bearer " + os.environ["API_KEY"]}
    headers |= {"Content-Type": "application/json", "Idempotency-Key": idempotency_key}
    data = json.dumps(body).encode()
    request = Request(os.environ["BASE_URL"] + "/widgets", headers=headers, data=data)
    try:
        with urlopen(request) as response:
            return seen(response.status, response.headers)
    except HTTPError as error:
        return seen(error.status, error.headers, error.read())

def seen(status, headers, content=b""):
    return SimpleNamespace(status_code=status, headers=dict(headers), content=content)

call = Patient()
for number in range(5):
    body = {"name": "Bolt", "groupId": number}
    assert call(create_widget, body, idempotency_key=f"key-{number}").status_code == 201

def responses(*given):
    left = list(given)
    def function():
        one = left.pop(0)
        if isinstance(one, Exception):
            raise one
        return seen(*one)
    return function, lambda: len(given) - len(left)

def expect(given, repeat, status, attempts, waits):
    function, sent = responses(*given)
    sleeps.clear()
    try:
        result = Patient()(function, repeat=repeat).status_code
    except OSError as error:
        result = str(error)
    assert (result, sent()) == (status, attempts), (given, result, sent())
    shown = [one for one in sleeps if one > 0]
    assert len(shown) == len(waits), (given, shown)
    for one, wanted in zip(shown, waits):
        assert 0.9 * wanted <= one <= 1.26 * wanted, (given, shown)

away = [(503, {})] * 4
expect(away, True, 503, 4, [1, 2, 4])
expect(away, False, 503, 1, [])
expect([(503, {"Retry-After": "7"}), (200, {})], True, 200, 2, [7])
expect([OSError("away")] * 4, True, "away", 4, [1, 2, 4])
expect([(409, {}, b'{"code":"idempotency_key_in_use"}'), (201, {})], True, 201, 2, [1])
expect([(409, {}, b'{"code":"widget_is_shipped"}')], True, 409, 1, [])
expect([(429, {"Retry-After": "30"}), (200, {})], False, 200, 2, [30])
expect([(429, {"Retry-After": "300"})], False, 429, 1, [])

spent = {"X-RateLimit-Remaining": "0", "RateLimit": '"minute";r=0;t=30, "day";r=9;t=99'}
call = Patient()
sleeps.clear()
call(responses((200, spent))[0])
call(responses((200, {}))[0])
assert 29 <= sum(sleeps) <= 38, sleeps

banned, sent = responses((429, {"Retry-After": "86000"}), (200, {"X-RateLimit-Remaining": "9"}))
call = Patient()
assert call(banned).status_code == 429
try:
    call(banned)
    raise AssertionError("It was sent.")
except TimeoutError:
    pass
sleeps.append(61)
assert call(banned).status_code == 200, "one call a minute asks"
assert call(responses((200, {}))[0]).status_code == 200, "the ban was lifted"

call = Patient()
known = call.until
call._pause(40, known)
call._pause(7, known)
assert call.until - time.monotonic() > 39, "a late response never shortens a pause"
print("done")
`;
