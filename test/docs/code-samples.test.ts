import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { addCodeSamples, type CodeSample } from '../../scripts/generate/code-samples.ts';
import { openStore, type Store } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { hasCommand, root, startProcess } from '../support/scripts.ts';
import { SAMPLE_ROWS, type SampleRow, SCHEMAS } from './sample-rows.ts';

// The code samples beside each operation run unchanged.

const isComplete = hasCommand('curl') && hasCommand('python3');
const skip =
  !isComplete && process.env.CI !== 'true' && 'there is no curl or no python3 here to run them';

interface SampledOperation {
  readonly operationId: string;
  readonly responses: object;
  readonly 'x-codeSamples': readonly CodeSample[];
}

const PET = { name: 'Tweety', categoryId: 9n, status: 'available' } as const;

t.test('the samples of every operation get its success status', { skip }, async (t) => {
  const store = await openStore(t);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const pets = Array.from({ length: 42 }, () => PET);
  await store.database.client.pet.createMany({ data: pets });

  const document = (await store.app.inject('/openapi.json')).json();
  const paths = Object.values(document.paths as Record<string, Record<string, SampledOperation>>);
  const operations = paths.flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    const labels = operation['x-codeSamples'].map(({ label }) => label);
    t.strictSame(labels, ['curl', 'TypeScript', 'Python']);
  }
  const expected = operations.flatMap(({ responses, 'x-codeSamples': samples }) => {
    const success = Object.keys(responses).find((status) => status.startsWith('2'));
    return samples.map(() => success);
  });
  const samples = operations.flatMap((operation) => operation['x-codeSamples']);
  t.strictSame(await statuses(t, store, origin, samples), expected);
  t.equal(await store.database.client.pet.count(), 45, 'each that adds one has its own key');
});

t.test('a sample sends its example exactly, whatever the characters', { skip }, async (t) => {
  const store = await openStore(t);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const name = `It's "$HOME" \`id\` \\n {x} 100% é 🐶 \${1}`;
  const example = { name, categoryId: 7 };
  const content = { 'application/json': { example } };
  const key = { name: 'Idempotency-Key', in: 'header', example: name.replace(/[^!-~]/g, '') };
  const post = { parameters: [key], requestBody: { content }, responses: {} };
  addCodeSamples({ paths: { '/pets': { post } } });

  // They have just been added.
  const { 'x-codeSamples': samples } = post as unknown as SampledOperation;
  t.strictSame(await statuses(t, store, origin, samples), ['201', '201', '201']);
  const pets = await store.database.client.pet.findMany();
  t.strictSame(
    pets.map((pet) => pet.name),
    [name, name, name],
  );
});

t.test('the samples of every kind of operation send what it describes', { skip }, async (t) => {
  const { origin, requests } = await openEcho(t);
  const paths = Object.fromEntries(SAMPLE_ROWS.map(pathOf));
  addCodeSamples({ paths, components: { schemas: SCHEMAS } });
  const rows = Object.values(paths).flatMap((item) => {
    const { operation } = item as unknown as { operation: () => SampledOperation };
    return operation()['x-codeSamples'];
  });
  const outputs = await outputsOf(t, { BASE_URL: origin, API_KEY: 'ask_1' }, rows);
  t.equal(requests.length, outputs.length, 'no redirect was followed');
  for (const [i, output] of outputs.entries()) {
    const row = SAMPLE_ROWS[Math.floor(i / 3)] as SampleRow;
    const { method = 'GET', url, headers = {}, body = '', response, shows = /(?:)/ } = row;
    t.match(
      requests[i],
      { method, url, body, headers: { ...headers, authorization: 'Bearer ask_1' } },
      `${row.name} (${rows[i]?.label})`,
    );
    const [, status, rest = ''] = /^(?:HTTP\/1\.1 )?(\d{3})\b\s*(.*)/s.exec(output) ?? [];
    t.equal(status, String(response?.status ?? 200), `${row.name} (${rows[i]?.label})`);
    if (rows[i]?.label !== 'curl') t.match(rest, shows);
  }
});

/** A server that keeps what arrives, and returns what the row of that path says. */
async function openEcho(t: Test) {
  const requests: object[] = [];
  const server = createServer(async (request, reply) => {
    requests.push(await arrived(request));
    const [, path] = /^(\/\w+)/.exec(String(request.url)) ?? [];
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
  const { method, url, headers } = request;
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
        ...(mediaType && { content: { [mediaType]: {} } }),
        ...(location && { headers: { Location: { schema: { type: 'string' } } } }),
      },
    },
    ...operation,
  };
  const item = { parameters, [method.toLowerCase()]: described, operation: () => described };
  return [path, item] as const;
}

/** Runs samples one after the other. Returns the status that each of them prints. */
async function statuses(t: Test, store: Store, origin: string, samples: readonly CodeSample[]) {
  const settings = { BASE_URL: `${origin}/v1`, API_KEY: store.key };
  const outputs = await outputsOf(t, settings, samples);
  return outputs.map((output) => /^(?:HTTP\/1\.1 )?(\d{3})\b/.exec(output)?.[1]);
}

/** Runs samples one after the other. Returns what each of them prints. */
async function outputsOf(
  t: Test,
  settings: Record<string, string>,
  samples: readonly CodeSample[],
): Promise<string[]> {
  const programOf = await compile(t, samples);
  const cwd = await temporaryFolder(t);
  const outputs: string[] = [];
  for (const [i, { label, source }] of samples.entries()) {
    const command = {
      curl: ['bash', '-c', source],
      Python: ['python3', '-c', source],
      TypeScript: [process.execPath, programOf(i)],
    }[label];
    const { code, stdout, stderr } = await startProcess(t, command ?? [], { settings, cwd }).ended;
    t.equal(code, 0, code === 0 ? `${label} runs` : `${source}\n${stderr}`);
    outputs.push(stdout);
  }
  return outputs;
}

/** Compiles the samples in TypeScript. Returns a function that finds the program of a sample by its index. */
async function compile(t: Test, samples: readonly CodeSample[]): Promise<(i: number) => string> {
  const folder = await temporaryFolder(t);
  const sources = [...samples.entries()].filter(([, { lang }]) => lang === 'TypeScript');
  await Promise.all(sources.map(([i, { source }]) => writeFile(join(folder, `${i}.mts`), source)));
  const names = sources.map(([i]) => `${i}.mts`);
  const { stdout } = await startProcess(t, [...COMPILER, ...names], { cwd: folder }).ended;
  t.equal(stdout, '', 'the samples in TypeScript compile');
  return (i) => join(folder, `${i}.mjs`);
}

const COMPILER = [
  ...[process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '--strict'],
  ...['--target', 'es2023', '--module', 'nodenext', '--types', 'node'],
  ...['--typeRoots', join(root, 'node_modules/@types')],
];
