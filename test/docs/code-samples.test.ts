import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { addCodeSamples, type CodeSample } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import type { Json } from '../../scripts/generate/json.ts';
import type { ContractDocument } from '../../src/contract/index.ts';
import { openStore } from '../helper.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { generateClient, publishedGuides, typeErrors } from './guide-programs.ts';
import { SAMPLE_ROWS, type SampleRow, SCHEMAS } from './sample-rows.ts';

// The code samples beside each operation run unchanged.

const isComplete =
  ['curl', 'python3'].every((name) => hasCommand(name)) && hasCommand('go', 'version');
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl, python3 or go here to run them';

const LABELS = ['curl', 'TypeScript', 'TypeScript client', 'Python', 'Go'];

interface SampledOperation {
  readonly operationId: string;
  readonly responses: object;
  readonly 'x-codeSamples': readonly CodeSample[];
}

const PET = { name: 'Tweety', categoryId: 9n, status: 'available' } as const;

t.test('the samples of every operation get its success status', { skip }, async (t) => {
  const store = await openStore(t);
  const { pet } = store.database.client;
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  await pet.createMany({ data: Array.from({ length: 42 }, () => PET) });

  const document = (await store.app.inject('/openapi.json')).json();
  const paths = Object.values(document.paths as Record<string, Record<string, SampledOperation>>);
  const operations = paths.flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const labels = operation['x-codeSamples'].map(({ label }) => label);
    t.strictSame(labels, LABELS);
  }
  const expected = operations.flatMap(({ responses, 'x-codeSamples': samples }) => {
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    return samples.map(() => success);
  });
  const samples = operations.flatMap((operation) => operation['x-codeSamples']);
  const awkward = awkwardSamples(document);
  const created = awkward.map(() => '201');
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: store.key };
  const guides = document.info.description;
  const outputs = await outputsOf(t, settings, guides, [...samples, ...awkward]);
  const statuses = outputs.map((output) => /^(?:HTTP\/1\.1 )?(\d{3})\b/.exec(output)?.[1]);
  t.strictSame(statuses, [...expected, ...created]);

  const total = 42 + 2 * LABELS.length;
  t.equal(await pet.count(), total, 'each that adds one has its own key');
  t.equal(await pet.count({ where: { name: AWKWARD } }), LABELS.length, 'exactly');
});

/** What shells and programs would take for their own. */
const AWKWARD = `It's "$HOME" \`id\` \\n {x} 100% é 🐶 \${1}`;

/** Samples that send it. */
function awkwardSamples({ paths, components }: ContractDocument): readonly CodeSample[] {
  const post = structuredClone((paths['/pets'] as { post: Json }).post);
  const { content } = post.requestBody as { content: Record<string, object> };
  Object.assign(content['application/json'] ?? {}, { example: { name: AWKWARD, categoryId: 7 } });
  addCodeSamples({ paths: { '/pets': { post } }, components });
  return (post as unknown as SampledOperation)['x-codeSamples'];
}

t.test('the samples of every kind of operation send what it describes', { skip }, async (t) => {
  const { app } = await openStore(t);
  const described = SAMPLE_ROWS.map(pathOf);
  const paths = Object.fromEntries(described.map(({ path, item }) => [path, item]));
  const document = {
    openapi: '3.1.0',
    info: { title: 'Rows', version: '1' },
    paths,
    components: { schemas: SCHEMAS },
  };
  addCodeSamples(document);
  const { origin, requests } = await openEcho(t, document);
  const rows = described.flatMap(({ operation }) => operation['x-codeSamples']);
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: 'ask_1' };
  const outputs = await outputsOf(t, settings, await publishedGuides(app), rows);
  t.equal(requests.length, outputs.length, 'no redirect was followed');
  for (const [i, output] of outputs.entries()) {
    const row = SAMPLE_ROWS[Math.floor(i / LABELS.length)] as SampleRow;
    const { method = 'GET', url, headers = {}, body = '', response, shows = /(?:)/ } = row;
    t.match(
      requests[i],
      { method, url: `/v1${url}`, body, headers: { ...headers, authorization: 'Bearer ask_1' } },
      `${row.name} (${rows[i]?.label})`,
    );
    const [, status, rest = ''] = /^(?:HTTP\/1\.1 )?(\d{3})\b\s*(.*)/s.exec(output) ?? [];
    t.equal(status, String(response?.status ?? 200), `${row.name} (${rows[i]?.label})`);
    if (rows[i]?.label !== 'curl') t.match(rest, shows);
  }
});

t.test('the samples for every feature that is supported compile', { skip }, async (t) => {
  const guides = await publishedGuides((await openStore(t)).app);
  const { document } = await completeContract('test/contract/features/openapi.yaml');
  addCodeSamples(document);
  const { origin } = await openEcho(t, document);
  const items = Object.values(document.paths as Record<string, Record<string, SampledOperation>>);
  const operations = items
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => !UNTYPED.includes(operationId));
  const samples = operations.flatMap(({ 'x-codeSamples': samples = [] }) => samples);
  t.ok(samples.length > 50 * LABELS.length);
  const folder = await generateClient(t, guides, { BASE_URL: `${origin}/v1` });
  await compileTypeScript(t, folder, samples);
  await compileGo(t, join(folder, 'go'), samples);
});

/**
 * The types that openapi-typescript makes of these do not allow what their schemas do: null for a 64-bit
 * integer, and fields of their own type beside an index signature.
 */
const UNTYPED = ['echoNullables', 'changeRecord', 'echoMaps'];

/** A server that keeps what arrives, and returns what the row of that path says. */
async function openEcho(t: Test, document: object) {
  const requests: object[] = [];
  const server = createServer(async (request, reply) => {
    if (request.url === '/openapi.json') {
      reply.end(JSON.stringify(document));
      return;
    }
    requests.push(await arrived(request));
    const [, path] = /^\/v1(\/\w+)/.exec(String(request.url)) ?? [];
    const row = SAMPLE_ROWS.find((one) => one.path === path || one.path.startsWith(`${path}/`));
    const { status, mediaType, body, location } = row?.response ?? DEFAULT_RESPONSE;
    reply.writeHead(status, {
      ...(mediaType && { 'content-type': mediaType }),
      ...(location && { location }),
    });
    reply.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const DEFAULT_RESPONSE = { status: 200, mediaType: 'application/json', body: '{}', location: '' };

async function arrived(request: IncomingMessage) {
  const { method, headers } = request;
  // In a URL these mean the same with and without their encoding.
  const url = request.url?.replaceAll(/['[\]]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const body = await text(request);
  // Python puts spaces into JSON.
  const isJson = /json$/.test(headers['content-type'] ?? '') && !body.endsWith('\n');
  return { method, url, headers, body: isJson ? JSON.stringify(JSON.parse(body)) : body };
}

function pathOf({ path, method = 'GET', parameters = [], operation, response }: SampleRow) {
  const { status, mediaType, location } = response ?? DEFAULT_RESPONSE;
  const described = {
    responses: {
      [status]: {
        description: '',
        ...(mediaType && { content: { [mediaType]: {} } }),
        ...(location && { headers: { Location: { schema: { type: 'string' } } } }),
      },
    },
    ...operation,
  };
  const item = { parameters, [method.toLowerCase()]: described };
  // Its samples are added to it later.
  return { path, item, operation: described as unknown as SampledOperation };
}

/** Runs samples one after the other. Returns what each of them prints. */
async function outputsOf(
  t: Test,
  settings: Record<string, string>,
  guides: string,
  samples: readonly CodeSample[],
): Promise<string[]> {
  // Node 22 warns of types that it strips.
  const options = { settings: { ...settings, NODE_NO_WARNINGS: '1' } };
  const folder = await generateClient(t, guides, options.settings);
  await compileTypeScript(t, folder, samples);
  await compileGo(t, join(folder, 'go'), samples);
  const outputs: string[] = [];
  for (const [i, { lang, label, source }] of samples.entries()) {
    const command = {
      Shell: ['bash', '-c', source],
      Python: ['python3', '-c', source],
      TypeScript: [process.execPath, `${i}.mts`],
      Go: [join(folder, 'go', 'bin', `sample${i}`)],
    }[lang];
    const program = startProcess(t, command ?? [], { ...options, cwd: folder });
    const { code, stdout, stderr } = await program.ended;
    t.equal(code, 0, code === 0 ? `${label} runs` : `${source}\n${stderr}`);
    outputs.push(stdout);
  }
  return outputs;
}

/** Type-checks the samples in TypeScript, which Node then runs as they are. */
async function compileTypeScript(t: Test, folder: string, samples: readonly CodeSample[]) {
  const names = await save(samples, 'TypeScript', (i) => join(folder, `${i}.mts`));
  t.equal(await typeErrors(t, folder, names), '', 'the samples in TypeScript compile');
}

/** Makes a program of each sample in Go. */
async function compileGo(t: Test, folder: string, samples: readonly CodeSample[]) {
  await mkdir(folder);
  await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
  await save(samples, 'Go', (i) => join(folder, `sample${i}`, 'main.go'));
  const run = (...command: string[]) =>
    startProcess(t, command, { cwd: folder, settings: GO }).ended;
  t.same(await run('gofmt', '-l', '.'), { code: 0, stdout: '', stderr: '' }, 'in the usual form');
  const { code, stderr } = await run('go', 'build', '-ldflags=-s -w', '-o', 'bin/', './...');
  t.equal(code, 0, stderr);
}

/** No network, and nothing beside Go itself. */
const GO = { GOFLAGS: '-mod=mod', GOPROXY: 'off', CGO_ENABLED: '0' };

async function save(
  samples: readonly CodeSample[],
  language: string,
  fileOf: (i: number) => string,
): Promise<string[]> {
  const own = [...samples.entries()].filter(([, { lang }]) => lang === language);
  const files = own.map(async ([i, { source }]) => {
    const file = fileOf(i);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${source}\n`);
    return file;
  });
  return Promise.all(files);
}
