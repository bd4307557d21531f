import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { addCodeSamples, type CodeSample } from '../../scripts/generate/code-samples.ts';
import type { Json } from '../../scripts/generate/json.ts';
import type { ContractDocument } from '../../src/contract/index.ts';
import { openStore } from '../helper.ts';
import { publishedGuides } from './guide-programs.ts';
import { LABELS, outputsOf, type SampledOperation, skip } from './sample-programs.ts';
import { SAMPLE_ROWS, type SampleRow, SCHEMAS } from './sample-rows.ts';

// The code samples beside each operation run unchanged.

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
