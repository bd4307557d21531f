// Agents, over the Model Context Protocol.

import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import t from 'tap';
import { modelOf, toolsOf } from '../../../scripts/contract/index.ts';
import { withIntegers } from '../../../src/platform/agents/integers-as-text.ts';
import { banKey } from '../../../src/platform/keys/bans.ts';
import type { Schema } from '../../../src/platform/schema/schemas.ts';
import type { Tool } from '../../../src/platform/schema/tools.ts';
import { openSample, type Request, type Sample } from '../../helper.ts';
import {
  exchange,
  listen,
  openConnection,
  readResponses,
  requestText,
} from '../../support/raw-http.ts';
import { sampleAs } from '../../support/sample-as.ts';
import { checkResponse, contract } from '../../support/sample-contract.ts';
import { SEED } from '../../support/seed.ts';
import { until } from '../../support/until.ts';
import { features, openFeatures, type Seen } from '../contract/features.ts';
import {
  bodiesOf,
  operationsOf,
  parametersFor,
  parseExact,
  requestOf,
  resultsOf,
  toJson,
} from '../contract/random-requests.ts';
import { documentation } from '../service/generated/documentation.ts';

/** Reads the schemas of tools, as agents do. */
const ajv = addFormats.default(
  new Ajv2020({ strict: false, formats: { int32: true, int64: true, double: true } }),
);

const isUnknownField = (error?: ErrorObject) => error?.keyword === 'additionalProperties';

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
};

/** Sends a message, whose answer is JSON with exact numbers. */
function post(
  { app, key }: Pick<Sample, 'app' | 'key'>,
  message: unknown,
  { headers, ...options }: InjectOptions = {},
) {
  return app.inject({
    method: 'POST',
    url: '/mcp',
    payload: typeof message === 'string' ? message : toJson(message),
    ...options,
    headers: { ...HEADERS, authorization: `Bearer ${key}`, ...headers },
  });
}

const callOf = (name: string, args: object, id: unknown = 0) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

const BOLT = { name: 'Bolt', groupId: 1 };

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Calls a tool of any contract. @returns its result, with its text */
async function callUnchecked(store: Pick<Sample, 'app' | 'key'>, name: string, args: object) {
  const response = await post(store, callOf(name, args));
  assert.equal(response.statusCode, 200, response.payload);
  const { result } = response.json();
  assert.ok(result, response.payload);
  return { ...result, text: result.content[0]?.text, payload: response.payload };
}

/** Calls a tool of the store, and checks the response that its result shows. */
async function call(store: Pick<Sample, 'app' | 'key'>, name: string, args: object) {
  const result = await callUnchecked(store, name, args);
  const { text, isError = false, _meta } = result;
  assert.equal(isError, _meta.status >= 400, text);
  const { method, route } = contract.findOperation(name);
  checkResponse(method, route, {
    statusCode: _meta.status,
    headers: {
      ..._meta.headers,
      ...(text !== undefined && { 'content-type': 'application/json' }),
    },
    payload: bodyIn(text, isError),
  });
  return result;
}

/** The body of the response that a result was made of. */
function bodyIn(text = '', isError = false): string {
  const [, list] = /^\{"items":(\[.*\])(?:,"nextCursor":"[\w-]+")?\}$/s.exec(text) ?? [];
  if (!isError) return list ?? text.replace(/,"etag":"\\"[\w-]+\\""\}$/, '}');
  const { retryAfterSeconds: _, ...error } = JSON.parse(text);
  return JSON.stringify(error);
}

/** What a request means to its handler. */
function meaningOf(seen: Seen | undefined) {
  return seen && [seen.params, seen.query, seen.headers, seen.body];
}

async function namesOfTools(store: Pick<Sample, 'app' | 'key'>): Promise<string[]> {
  const { result } = (await post(store, LIST)).json();
  return result.tools.map(({ name }: { name: string }) => name);
}

t.test('what agents need is loaded at the first message', async (t) => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      loaded.push(url);
      return nextLoad(url, context);
    },
  });
  t.teardown(() => hooks.deregister());
  const store = await openSample(t);
  const isLoaded = () => loaded.some((url) => url.includes('@modelcontextprotocol/server/'));
  await listen(store.app);
  t.equal((await post(store, '{')).statusCode, 400);
  t.equal((await post({ ...store, key: 'unknown' }, LIST)).statusCode, 401);
  t.equal(isLoaded(), false, 'not for a message that cannot be read, or may not be sent');
  t.equal((await post(store, LIST)).statusCode, 200);
  t.ok(isLoaded());
});

t.test("the protocol's own client lists tools, calls them, and reads guides", async (t) => {
  const store = await openSample(t);
  const address = await store.app.listen({ port: 0, host: '127.0.0.1' });
  for (const mode of ['legacy', 'auto'] as const) {
    const client = new Client(
      { name: 'agent', version: '1.0.0' },
      { versionNegotiation: { mode } },
    );
    const headers = { authorization: `Bearer ${store.key}` };
    const url = new URL('/mcp', address);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    t.match(client.getServerVersion(), {
      name: 'sample-service',
      version: contract.document.info.version,
    });

    const { tools } = await client.listTools();
    const current = contract.operations.filter(
      ({ deprecation, path }) => !deprecation && !path.startsWith('/account'),
    );
    t.strictSame(
      tools.map(({ name }) => name),
      current.map(({ operationId }) => operationId),
      'all operations but the deprecated, and those of keys',
    );
    const added = await client.callTool({
      name: 'createWidget',
      arguments: { name: 'Bolt', groupId: 7, 'Idempotency-Key': mode },
    });
    t.match(added.structuredContent, { name: 'Bolt', groupId: 7, status: 'available' });
    const { structuredContent } = await client.callTool({ name: 'listWidgets', arguments: {} });
    t.match(structuredContent, { items: [{ name: 'Bolt' }] }, 'and the client checks the schema');

    const { resources } = await client.listResources();
    t.equal(resources.length, documentation.guides.length);
    t.strictSame((await client.listResourceTemplates()).resourceTemplates, [], 'none is an error');
    const { contents } = await client.readResource({ uri: 'guide:rate-limits' });
    t.match(contents, [{ mimeType: 'text/markdown', text: /^## Rate limits/ }]);
    const agents = await client.readResource({ uri: 'guide:agents' });
    t.match(agents.contents, [{ text: `"url": "${address}/mcp"` }], 'its own address');
    await t.rejects(client.readResource({ uri: 'guide:nothing' }), /guide:nothing/);
    await client.close();
  }
});

t.test('a call means what the same request means, and returns the same', async (t) => {
  t.strictSame(toolsOf(modelOf(features)), [], 'a tag can have no tools');
  const offered = { ...features, tags: [] };
  const tools = toolsOf(modelOf(offered));
  t.match(JSON.stringify(tools), /nextCursor/);
  const withoutPages = JSON.parse(
    JSON.stringify(offered).replaceAll('"name":"cursor"', '"name":"from"'),
  );
  t.notMatch(
    JSON.stringify(toolsOf(modelOf(withoutPages))),
    /nextCursor/,
    'a list may have no pages',
  );
  const { findThing, createThing } = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
  );
  t.strictSame(findThing, ['sizes'], 'agents are offered no parameter that ends');
  t.notOk(createThing?.includes('flag'), 'and no field');
  const store = await openFeatures(t, {}, {}, { ...documentation, tools });
  const { given, send } = store;
  for (const operation of operationsOf(features)) {
    const tool = tools.find(({ name }) => name === operation.operationId);
    t.equal(tool === undefined, 'deprecated' in operation, operation.operationId);
    if (!tool) continue;
    const accepts = ajv.compile(tool.inputSchema);
    const promises = ajv.compile(tool.outputSchema ?? {});
    const property = fc.asyncProperty(
      parametersFor(operation),
      bodiesOf(operation),
      resultsOf(operation.responses, operation.schemas),
      async ({ 'If-None-Match': _, ...values }, body, { status, json = '', ...result }) => {
        Object.assign(given, result);
        const sent = await send(requestOf(operation, values, body));
        const wanted = meaningOf(given.seen);
        given.seen = undefined;
        const spread = tool.body === 'fields' ? (body as object) : body !== undefined && { body };
        const args = { ...values, ...spread };
        // Agents are not offered the fields that end.
        const isAccepted = accepts(JSON.parse(toJson(args))) || isUnknownField(accepts.errors?.[0]);
        assert.ok(isAccepted, ajv.errorsText(accepts.errors));
        const textual = withIntegersAsText(args, tool.inputSchema);
        assert.ok(accepts(JSON.parse(toJson(textual))) || isUnknownField(accepts.errors?.[0]));
        await callUnchecked(store, operation.operationId, textual);
        assert.deepEqual(meaningOf(given.seen), wanted, toJson(textual));
        given.seen = undefined;
        const called = await callUnchecked(store, operation.operationId, args);
        const { text = '', structuredContent, _meta } = called;
        // The protocol demands it of each success, once there is a schema.
        assert.ok(!tool.outputSchema || promises(structuredContent), text);
        assert.deepEqual(meaningOf(given.seen), wanted, text);
        assert.equal(_meta.status, status, text);
        assert.deepEqual(parseExact(bodyIn(text)), parseExact(json));
        for (const name of Object.keys(result.headers ?? {}).map((one) => one.toLowerCase())) {
          assert.equal(_meta.headers[name], sent.headers[name], name);
        }
      },
    );
    await fc.assert(property, { numRuns: 20, includeErrorInReport: true, seed: SEED });
  }
});

/** Arguments with integers of 64 bits as text, as an agent in JavaScript writes them. */
function withIntegersAsText(args: object, { properties }: Schema): object {
  const schemas = properties as Readonly<Record<string, Schema>>;
  const entries = Object.entries(args).map(([name, value]) => {
    const { format, enum: values } = schemas[name] ?? {};
    const isInt64 = typeof value === 'bigint' && format === 'int64' && !values;
    return [name, isInt64 ? String(value) : value];
  });
  return Object.fromEntries(entries);
}

const META = 'io.modelcontextprotocol';
const REVISION = '2026-07-28';

/** A message as clients of the newest revision send it. */
const modern = (method: string, params: object, capabilities: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    ...params,
    _meta: {
      [`${META}/protocolVersion`]: REVISION,
      [`${META}/clientInfo`]: { name: 'agent', version: '1' },
      [`${META}/clientCapabilities`]: capabilities,
    },
  },
});

/** The headers of a call of the newest revision. */
const headersFor = (name: string) => ({
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

t.test('a plain call has the response that the SDK would send', async (t) => {
  const store = await openSample(t);
  await call(store, 'createWidget', BOLT);
  /** Without what differs between any two requests. */
  const sent = async (message: object, headers = {}) => {
    const { payload, statusCode, headers: received } = await post(store, message, { headers });
    const text = payload
      .replaceAll(/"(?:x-request-id|(?:x-)?ratelimit[^"]*)":"(?:[^"\\]|\\.)*"/g, '')
      .replaceAll(/(?<=\\?"id\\?":|\/widgets\/)\d+|[\w-]{22}(?=\\+")/g, '');
    return { text, statusCode, type: received['content-type'] };
  };
  for (const [name, args, id] of [
    ['listWidgets', { limit: 1 }, 7],
    ['listWidgets', { limit: 'x' }, 7],
    ['updateWidget', { widgetId: 1, name: 'Nut "½"\u2028' }, 'seven "7"'],
    ['updateWidget', { widgetId: 99, name: 'Nut' }, 7],
    ['createWidget', { name: 'Bolt', groupId: 2n ** 63n - 1n }, 0],
    ['createWidget', { name: 'Bolt' }, 7],
    ['removeWidget', { widgetId: 99 }, -7],
    ['getAccount', {}, 0],
    ['noSuchTool', {}, 7],
  ] as const) {
    const plain = callOf(name, args, id);
    const { params, ...others } = plain;
    // With a header that only later revisions have, the SDK responds.
    const bySdk = await sent(plain, { 'mcp-method': 'tools/call' });
    t.strictSame(await sent(plain), bySdk, name);
    t.strictSame(await sent(plain, { 'mcp-protocol-version': '2025-11-25' }), bySdk, name);
    const progress = { ...others, params: { ...params, _meta: { progressToken: 7, 'a/b': [] } } };
    t.strictSame(await sent(progress), bySdk, name);

    const newest = { ...modern('tools/call', params), id };
    const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`;
    t.strictSame(
      await sent(newest, headersFor(name)),
      await sent(newest, headersFor(encoded)),
      `${name} of the newest revision`,
    );
  }
  for (const headers of [{}, { 'mcp-method': 'tools/call' }, headersFor('removeWidget')]) {
    const { id } = (await call(store, 'createWidget', BOLT)).structuredContent;
    const params = { name: 'removeWidget', arguments: { widgetId: id } };
    const { payload } = await post(
      store,
      'mcp-name' in headers ? modern('tools/call', params) : callOf(params.name, params.arguments),
      { headers },
    );
    t.match(payload, /"content":\[\](?:,"resultType":"complete")?\},"jsonrpc"/);
    t.notMatch(payload, 'structuredContent');
  }
});

t.test('a call is held to each rule of its revision', async (t) => {
  const store = await openSample(t);
  const { params, ...message } = modern('tools/call', { name: 'listWidgets', arguments: {} });
  const { _meta: meta, ...others } = params;
  const headers = headersFor('listWidgets');
  const withMeta = (changes: object) => ({
    ...message,
    params: { ...others, _meta: { ...meta, ...changes } },
  });
  const info = `${META}/clientInfo`;
  const version = `${META}/protocolVersion`;
  const able = `${META}/clientCapabilities`;
  const level = `${META}/logLevel`;
  const without = (name: string) => withMeta({ [name]: undefined });
  const full = { name: 'a', version: '1', title: 'A', icons: [{ src: 'a', sizes: ['1x1'] }] };
  const older = { 'mcp-protocol-version': '2025-11-25' };
  const right: [message: object, headers: object][] = [
    [{ ...message, params }, headers],
    [without(info), headers],
    [withMeta({ [info]: full, progressToken: 7, 'a/b': [], traceparent: '00' }), headers],
    [withMeta({ [able]: { sampling: {} }, progressToken: 'a', [level]: 'info' }), headers],
    [callOf('listWidgets', {}), older],
    [{ ...callOf('listWidgets', {}), params: { ...others, _meta: { [info]: 1 } } }, older],
  ];
  for (const [one, sent] of right) {
    const { payload } = await post(store, one, { headers: sent as Record<string, string> });
    t.match(JSON.parse(payload), { result: { structuredContent: { items: [] } } }, payload);
  }
  const wrong: [status: number, code: number, message: object, headers: object][] = [
    [400, -32020, { ...message, params }, { ...headers, 'mcp-protocol-version': '2025-11-25' }],
    [400, -32020, { ...message, params }, { ...headers, 'mcp-method': 'tools/list' }],
    [400, -32020, { ...message, params }, { ...headers, 'mcp-name': 'createWidget' }],
    [400, -32020, { ...message, params }, { 'mcp-protocol-version': REVISION }],
    [400, -32020, { ...message, params }, {}],
    [400, -32602, { ...message, params: others }, headers],
    [400, -32602, without(version), headers],
    [400, -32602, without(able), headers],
    [400, -32602, withMeta({ [able]: 1 }), headers],
    [400, -32602, withMeta({ [version]: 1 }), headers],
    [400, -32020, withMeta({ [version]: '2026-07-29' }), headers],
    [400, -32602, withMeta({ [info]: { name: 'agent' } }), headers],
    [400, -32602, withMeta({ [info]: { ...full, icons: [{}] } }), headers],
    [400, -32602, withMeta({ [info]: null }), headers],
    [400, -32600, withMeta({ progressToken: 1.5 }), headers],
    [400, -32600, withMeta({ progressToken: {} }), headers],
    [400, -32602, withMeta({ [level]: 'loud' }), headers],
    [400, -32600, { ...message, params, id: null }, headers],
    [400, -32600, { ...message, params, id: 1.5 }, headers],
    [400, -32600, { ...message, params, jsonrpc: '1.0' }, headers],
    [200, -32602, { ...message, params: { ...params, requestState: 1 } }, headers],
    [200, -32602, { ...message, params: { ...params, arguments: [] } }, headers],
    [400, -32600, { ...callOf('listWidgets', {}), params: { ...others, _meta: 1 } }, older],
    [
      400,
      -32600,
      { ...callOf('listWidgets', {}), params: { ...others, _meta: { progressToken: 1.5 } } },
      older,
    ],
    [
      400,
      -32600,
      {
        ...callOf('listWidgets', {}),
        params: { ...others, _meta: { [`${META}/related-task`]: 1 } },
      },
      older,
    ],
    [400, -32020, { ...message, params }, { ...headers, ...older }],
  ];
  for (const [status, code, one, sent] of wrong) {
    const { statusCode, payload } = await post(store, one, {
      headers: sent as Record<string, string>,
    });
    t.match(
      { statusCode, ...JSON.parse(payload) },
      { statusCode: status, error: { code } },
      toJson(one),
    );
  }
});

t.test('no argument makes it another path', async (t) => {
  const tools = toolsOf(modelOf({ ...features, tags: [] }));
  const store = await openFeatures(t, {}, {}, { ...documentation, tools });
  for (const part of ['.', '..']) {
    const { text, isError } = await callUnchecked(store, 'replacePart', {
      thing_id: 1n,
      part,
      body: { kind: 'cat', lives: 9 },
    });
    t.match(text, 'part must not be . or ..');
    t.equal(isError, true);
  }
});

t.test('beside an older version, tools are those of the newest', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'info' }, sampleAs('v2'), sampleAs('v1'));
  t.strictSame(await namesOfTools(store), [
    'listWidgets',
    'createWidget',
    'updateWidget',
    'removeWidget',
    'listShipments',
  ]);
  const { _meta } = await callUnchecked(store, 'createWidget', BOLT);
  t.match(_meta.headers, { location: '/v2/widgets/1', 'x-ratelimit-remaining': '999' });
  const line = JSON.parse(store.log.at(-1) ?? '');
  t.match(line, {
    'http.route': '/v2/widgets',
    'sample_service.operation.id': 'v2.createWidget',
    'http.response.status_code': 201,
  });
});

t.test('integers beyond 2^53 stay exact', async (t) => {
  const store = await openSample(t);
  const groupId = 2n ** 63n - 1n;
  const { text, payload } = await call(store, 'createWidget', { name: 'Bolt', groupId });
  t.match(text, `"groupId":${groupId}`);
  t.match(payload, `"structuredContent":{"id":1,"name":"Bolt","groupId":${groupId}`);
});

t.test('a whole float is an integer in a body, and a plain one in an address', async (t) => {
  const store = await openSample(t);
  const send = async (name: string, args: string) => {
    const message = JSON.stringify(callOf(name, {})).replace('{}', args);
    return (await post(store, message)).json().result;
  };
  const added = await send('createWidget', '{"name":"Bolt","groupId":7.0}');
  t.match(added, { structuredContent: { id: 1, groupId: 7 } });
  t.match(await send('listWidgets', '{"limit":5.0}'), {
    structuredContent: { items: [{ id: 1 }] },
  });
  t.match(await send('listWidgets', '{"limit":5.5}'), {
    isError: true,
    content: [{ text: /limit must be an integer/ }],
  });
  t.match(await send('listWidgets', '{"limit":1e1000000000}'), {
    isError: true,
    content: [{ text: /limit must be at most 100/ }],
  });
});

t.test('an integer of 64 bits can be text, in its only form', async (t) => {
  const store = await openSample(t);
  for (const groupId of [String(2n ** 63n - 1n), String(-(2n ** 63n)), '9007199254740993', '0']) {
    const { text } = await call(store, 'createWidget', { name: '7', groupId });
    t.match(text, `"name":"7","groupId":${groupId},`);
  }
  for (const groupId of ['', '07', '-0', '+7', '7.0', '1e3', ' 7', '0x7', String(2n ** 63n)]) {
    const { text } = await call(store, 'createWidget', { name: 'Bolt', groupId });
    t.match(JSON.parse(text), { code: 'invalid_body', message: /^groupId must be/ }, groupId);
  }
  const { text } = await call(store, 'listWidgets', { limit: '5' });
  t.match(JSON.parse(text), { message: 'limit must be an integer.' }, 'a double holds any other');

  const id = { type: ['integer', 'string'], format: 'int64' };
  const long = '1'.repeat(21);
  t.equal(withIntegers(long, id), long, 'nobody reads what is too long for any integer');
  const text7 = { kind: 'text', value: '7', ids: '7' };
  const id7 = { kind: { enum: ['id', 'key'] }, value: id, size: { enum: ['a'] } };
  const schema = {
    properties: {
      ids: { type: 'array', items: id },
      one: { oneOf: [{ properties: { kind: { const: 'text' } } }, { properties: id7 }] },
      name: { type: 'string' },
    },
  };
  const given = {
    ids: ['1', 'x', 2, null],
    one: { kind: 'key', value: '7' },
    name: '3',
    more: ['4'],
  };
  t.strictSame(withIntegers(given, schema), {
    ...given,
    ids: [1n, 'x', 2, null],
    one: { kind: 'key', value: 7n },
  });
  for (const one of [text7, { kind: 'other', value: '7' }, '7', 7, null, ['7']]) {
    t.strictSame(withIntegers({ one }, schema), { one }, 'only where the schema has one');
  }
});

t.test('agents read of what they see, and not of HTTP', async (t) => {
  const store = await openSample(t);
  const { result } = (await post(store, LIST)).json();
  const texts = JSON.stringify(result);
  t.notMatch(
    texts,
    /`Link`|docs#|the request\b|requests\b|the response\b|application\/json|\b404\b/,
  );
  t.match(result.tools[0].inputSchema.properties.cursor.description, '`nextCursor`');
  const ids = documentation.guides.map(({ id }) => id);
  const linked = new Set<string>();
  const read = async (id: string) => {
    const params = { uri: `guide:${id}` };
    return (await post(store, { ...LIST, method: 'resources/read', params })).json().result;
  };
  for (const id of ids) {
    const { text } = (await read(id)).contents[0];
    for (const [, anchor = ''] of text.matchAll(/\]\(#([\w-]+)\)/g)) {
      t.notOk(ids.includes(anchor), `${id} links to guide:${anchor}`);
    }
    for (const [, guide = ''] of `${text} ${texts}`.matchAll(/\]\(guide:([\w-]+)\)/g)) {
      linked.add(guide);
    }
  }
  t.ok(linked.has('pagination') && linked.has('64-bit-integers'));
  t.strictSame(
    [...linked].filter((id) => !ids.includes(id)),
    [],
  );
});

t.test('a client may accept anything, and learns what is wrong with its params', async (t) => {
  const store = await openSample(t);
  const { accept: _, ...others } = HEADERS;
  for (const accept of ['application/json', '*/*', 'text/event-stream', 'text/html', undefined]) {
    const authorization = `Bearer ${store.key}`;
    const response = await store.app.inject({
      method: 'POST',
      url: '/mcp',
      payload: LIST,
      headers: { ...others, authorization, ...(accept !== undefined && { accept }) },
    });
    t.equal(response.statusCode, 200, accept ?? 'none');
    t.ok(response.json().result);
  }
  const client = { protocolVersion: '2025-11-25', capabilities: {} };
  const clientInfo = { name: 'agent', version: '1' };
  const wrong: [method: string, params: unknown, message: RegExp][] = [
    ['initialize', undefined, /^params: /],
    ['initialize', client, /^params\.clientInfo: /],
    ['initialize', { ...client, clientInfo: { name: 'agent' } }, /^params\.clientInfo\.version: /],
    ['initialize', { ...client, clientInfo, protocolVersion: 1 }, /^params\.protocolVersion: /],
    ['initialize', { ...client, clientInfo, capabilities: 1 }, /^params\.capabilities: /],
    ['resources/read', { uri: 5 }, /^params\.uri: /],
    ['resources/read', {}, /^params\.uri: /],
    ['resources/list', { cursor: 5 }, /^params\.cursor: /],
    ['resources/templates/list', { cursor: 5 }, /^params\.cursor: /],
    ['tools/list', { cursor: 5 }, /^params\.cursor: /],
    ['tools/call', { name: 5 }, /name/],
    ['tools/call', { name: 'listWidgets', arguments: 5 }, /arguments/],
  ];
  for (const [method, params, message] of wrong) {
    const { id, error } = (await post(store, { ...LIST, method, params })).json();
    t.match({ id, error }, { id: 1, error: { code: -32602, message } }, method);
  }
  const read = modern('resources/read', { uri: 5 });
  const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'resources/read' };
  t.match((await post(store, read, { headers })).json(), { error: { code: -32602 } });
  for (const id of [2n ** 53n + 1n, 1.5, null, {}]) {
    const response = await post(store, { ...LIST, id });
    t.match(response.json(), { error: { code: -32600 } });
    t.notMatch(response.payload, '9007199254740992', 'no id is rounded');
  }
});

t.test('the version with batches is not agreed, since batches are rejected', async (t) => {
  const store = await openSample(t);
  const agreed = async (protocolVersion: string) => {
    const { params, ...message } = initialize({});
    const response = await post(store, { ...message, params: { ...params, protocolVersion } });
    return response.json().result.protocolVersion;
  };
  t.equal(await agreed('2025-06-18'), '2025-06-18');
  t.equal(await agreed('2025-03-26'), '2025-11-25');
  const headers = { 'mcp-protocol-version': '2025-03-26' };
  t.equal((await post(store, LIST, { headers })).statusCode, 400);
});

t.test('arguments are checked as fields are, and nothing is coerced', async (t) => {
  const store = await openSample(t);
  const wrong: Record<string, object> = {
    'limit must be an integer.': { limit: '5' },
    'limit must be at most 100.': { limit: 101 },
    'status must be a string.': { status: 1 },
    'colour is not a known argument.': { colour: 'red' },
  };
  for (const [message, args] of Object.entries(wrong)) {
    const { text, isError } = await call(store, 'listWidgets', args);
    t.strictSame(JSON.parse(text), { code: 'invalid_parameter', message, status: 400 });
    t.equal(isError, true);
  }
  const { text } = await call(store, 'createWidget', {
    name: 'Bolt',
    groupId: '7x',
    colour: 'red',
  });
  t.match(JSON.parse(text), { code: 'invalid_body', message: /colour.*groupId/ });
});

t.test('the next page begins at nextCursor', async (t) => {
  const store = await openSample(t);
  for (const name of ['a', 'b', 'c']) await call(store, 'createWidget', { name, groupId: 1 });
  const names: string[] = [];
  for (let cursor: string | undefined, i = 0; i === 0 || cursor; i += 1) {
    const page = await call(store, 'listWidgets', { limit: 2, ...(cursor && { cursor }) });
    names.push(...page.structuredContent.items.map(({ name }: { name: string }) => name));
    cursor = page.structuredContent.nextCursor;
  }
  t.strictSame(names, ['a', 'b', 'c']);
});

t.test('a create is repeated by its Idempotency-Key, and never by the id of a call', async (t) => {
  const store = await openSample(t);
  const ids: unknown[] = [];
  for (const args of [
    BOLT,
    BOLT,
    { ...BOLT, 'Idempotency-Key': 'a' },
    { ...BOLT, 'Idempotency-Key': 'a' },
  ]) {
    ids.push((await call(store, 'createWidget', args)).structuredContent.id);
  }
  t.strictSame(ids, [1, 2, 3, 3]);
});

t.test('an agent changes what it has seen, unless somebody else has changed it', async (t) => {
  const store = await openSample(t);
  const { result } = (await post(store, LIST)).json();
  const tools = new Map<string, Tool>(result.tools.map((one: Tool) => [one.name, one]));
  const { inputSchema, annotations } = tools.get('updateWidget') ?? assert.fail();
  t.match(inputSchema.properties, { 'If-Match': { description: /`etag` of an earlier result/ } });
  t.match(annotations, { readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  const removal = tools.get('removeWidget') ?? assert.fail();
  t.match(removal.annotations, { destructiveHint: true, idempotentHint: true });
  t.notOk('outputSchema' in removal, 'it returns nothing');
  t.notMatch(JSON.stringify(result), /If-None-Match|hasTag/);
  t.match(
    (await call(store, 'listWidgets', { 'If-None-Match': '*' })).text,
    /If-None-Match is not a known argument/,
    'a 304 would break the schema of results',
  );
  t.notMatch(JSON.stringify(result), '(?', 'no pattern that some models are not given');
  t.notMatch(JSON.stringify(tools.get('listWidgets')?.outputSchema), /etag/, 'of no single widget');

  const { structuredContent: widget } = await call(store, 'createWidget', BOLT);
  const args = { widgetId: widget.id, name: 'Nut', 'If-Match': widget.etag };
  const changed = await call(store, 'updateWidget', args);
  t.match(changed.structuredContent, { name: 'Nut', etag: changed._meta.headers.etag });
  t.not(changed.structuredContent.etag, widget.etag);
  for (const [name, given] of [
    ['updateWidget', args],
    ['removeWidget', { widgetId: widget.id, 'If-Match': widget.etag }],
  ] as const) {
    const { text, isError } = await call(store, name, given);
    t.match(
      [isError, JSON.parse(text)],
      [true, { code: 'precondition_failed', status: 412 }],
      name,
    );
  }
  t.equal((await call(store, 'removeWidget', { widgetId: widget.id }))._meta.status, 204);
});

t.test('a key sees and calls what its scopes allow', async (t) => {
  const store = await openSample(t);
  const { key } = await store.createKey({ scopes: ['widgets:read'] });
  const reader = { app: store.app, key };
  t.strictSame(await namesOfTools(reader), ['listWidgets']);
  const { error } = (
    await post(reader, callOf('createWidget', { name: 'Bolt', groupId: 1 }))
  ).json();
  t.match(error, { code: -32602, message: 'There is no tool createWidget.' });
  const read = { ...callOf('', {}), method: 'resources/read', params: { uri: key } };
  for (const message of [callOf(key, {}), read, { ...read, method: key }]) {
    t.notMatch((await post(reader, message)).payload, key, 'no API key is quoted');
  }
});

t.test(
  'each call is one request, at the address of its caller, and one line in the log',
  async (t) => {
    const store = await openSample(t, {
      LOG_LEVEL: 'info',
      TRUST_PROXY: '10.0.0.1',
      METRICS_PORT: '0',
    });
    const before = store.log.length;
    const options = {
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': '192.0.2.7', 'x-request-id': 'mine' },
    };
    const { result } = (await post(store, callOf('listWidgets', {}), options)).json();
    t.match(result._meta, {
      status: 200,
      headers: { 'x-request-id': 'mine', 'x-ratelimit-remaining': '999' },
    });
    t.strictSame(
      Object.keys(result._meta.headers).sort(),
      [
        ...['etag', 'ratelimit', 'ratelimit-policy', 'x-ratelimit-limit'],
        ...['x-ratelimit-remaining', 'x-ratelimit-reset', 'x-request-id'],
      ],
      'and no header of HTTP',
    );
    const lines = store.log.slice(before).map((line) => JSON.parse(line));
    t.match(lines, [
      {
        'sample_service.operation.id': 'listWidgets',
        'sample_service.request.id': 'mine',
        'client.address': '192.0.2.7',
        'http.route': '/v1/widgets',
      },
    ]);
    const [, address = ''] = /Metrics at (http[^"]+)/.exec(store.log.join('')) ?? [];
    await until(async () =>
      /^http_requests_in_flight 0$/m.test(await (await fetch(address)).text()),
    );
    const listing = await post(store, LIST, options);
    t.equal(listing.headers['x-ratelimit-remaining'], '998', 'as nobody knows yet what it is');
    t.match(JSON.parse(store.log.at(-1) ?? ''), {
      'http.route': '/mcp',
      'client.address': '192.0.2.7',
    });
    t.equal(store.log.length, before + 2);
    await call(store, 'listWidgets', { limit: '5' });
    t.match(JSON.parse(store.log.at(-1) ?? ''), {
      'sample_service.operation.id': 'listWidgets',
      'error.type': 'invalid_parameter',
    });
    const notified = await post(store, { ...callOf('createWidget', BOLT), id: undefined });
    t.match(notified, { statusCode: 202, payload: '' }, 'nobody would get the response');
    t.equal(notified.headers['content-type'], undefined);
    t.equal(notified.headers['x-ratelimit-remaining'], '997');
    t.equal(await store.database.client.widget.count(), 0);
  },
);

t.test('a call has the connection of its message, which stays, and its version', async (t) => {
  const store = await openSample(t, { LOG_LEVEL: 'info' });
  const { socket } = await openConnection(t, await listen(store.app));
  const body = JSON.stringify(callOf('createWidget', BOLT));
  // Without a host, which only HTTP/1.1 demands.
  const head = [
    'POST /mcp HTTP/1.0',
    `Authorization: Bearer ${store.key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: keep-alive',
  ];
  for (const id of [1, 2, 3]) {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    await until(() => store.log.filter((line) => line.includes('createWidget')).length === id);
  }
  t.match(JSON.parse(store.log.at(-1) ?? ''), {
    'client.address': '127.0.0.1',
    'network.protocol.version': '1.0',
    'http.response.status_code': 201,
  });
  t.equal(await store.database.client.widget.count(), 3);
});

/** The head of a message, which announces a body that is not sent. */
const headOf = (key: string, ...fields: string[]) =>
  requestText(
    key,
    'POST',
    '/mcp',
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    'Content-Length: 100',
    ...fields,
  );

t.test('what begins a session does not count, but a flood of it does', async (t) => {
  const store = await openSample(t);
  store.clock.stop();
  const limits = { perMinute: 60, perDay: 500 };
  const { key } = await store.createKey({ plan: 'enterprise', limits });
  const agent = { app: store.app, key };
  const of = (method: string) => ({ jsonrpc: '2.0', id: 1, method });
  const notification = (name: string) => ({ jsonrpc: '2.0', method: `notifications/${name}` });
  const begin = [
    initialize({}),
    notification('initialized'),
    ...['tools/list', 'resources/list', 'ping', 'server/discover'].map(of),
  ];
  const leftAfter = async (message: object) => {
    const { headers } = await post(agent, message);
    return Number(headers['x-ratelimit-remaining']);
  };
  for (const message of begin) t.equal(await leftAfter(message), 59, JSON.stringify(message));
  t.equal(await leftAfter(callOf('listWidgets', {})), 59, 'the call itself');
  t.equal(await leftAfter(callOf('listWidgets', {})), 58);
  const guide = { ...of('resources/read'), params: { uri: 'guide:errors' } };
  t.equal(await leftAfter(guide), 57, 'a guide is read');
  for (let sent = begin.length; sent < 30; sent += 1) await post(agent, LIST);
  t.equal(await leftAfter(guide), 56, 'thirty in a minute are free');
  for (let sent = 0; sent < 10; sent += 1) await post(agent, LIST);
  t.equal(await leftAfter(guide), 45, 'further ones count');
  // Whoever has nothing left begins no session.
  while ((await post(agent, LIST)).statusCode === 200);
  t.equal((await post(agent, initialize({}))).statusCode, 429);
  store.clock.move(60);
  t.equal(await leftAfter(LIST), 59);
  t.equal(await leftAfter(LIST), 59);
});

t.test('instructions say in ten lines what there is, and how to use it', async (t) => {
  const store = await openSample(t);
  const instructionsOf = async (key: string) => {
    const response = await post({ app: store.app, key }, initialize({}));
    return response.json().result.instructions;
  };
  const all = await instructionsOf(store.key);
  t.equal(all.split('\n').length, 10);
  for (const name of [
    'nextCursor',
    'Retry-After',
    'retryAfterSeconds',
    'Idempotency-Key',
    'etag',
  ]) {
    t.match(all, name);
  }
  const { key } = await store.createKey({ scopes: ['shipments:read'] });
  t.notMatch(await instructionsOf(key), /Idempotency-Key|etag/, 'nothing of tools that it lacks');
});

t.test('an argument that is null is none, unless its schema has null', async (t) => {
  const store = await openSample(t);
  const nothing = { limit: null, cursor: null, status: null };
  t.equal((await call(store, 'listWidgets', nothing)).isError, undefined);
  const { structuredContent } = await call(store, 'createWidget', { ...BOLT, status: null });
  t.match(structuredContent, { status: 'available' });
  for (const [args, message] of [
    [{ name: null, groupId: 1 }, 'name is required.'],
    [{ ...BOLT, colour: null }, 'colour is not a known field.'],
  ] as const) {
    t.match(JSON.parse((await call(store, 'createWidget', args)).text), { message });
  }
});

t.test('without a request left, no message is read', async (t) => {
  const store = await openSample(t);
  const port = await listen(store.app);
  const limits = { perMinute: 2, perDay: 9 };
  const { key } = await store.createKey({ plan: 'enterprise', limits });
  const agent = { app: store.app, key };
  await call(agent, 'listWidgets', {});
  const { isError } = await call(agent, 'listWidgets', { limit: 0 });
  t.equal(isError, true, 'a call with wrong arguments counts');
  const banned = await store.createKey();
  await banKey(store.database.client, banned.id, 60_000, Date.now());
  const cases = [
    [key, 429, 'rate_limit_exceeded'],
    [banned.key, 429, 'api_key_banned'],
    ['', 401, 'api_key_missing'],
    ['nothing', 401, 'api_key_invalid'],
  ] as const;
  for (const [caller, status, code] of cases) {
    await until(async () => {
      const received = await exchange(port, headOf(caller, 'Expect: 100-continue'), /\}$/);
      const [response, ...more] = readResponses(received);
      t.strictSame(more, [], 'no 100 Continue');
      return response?.statusCode === status && response.body.code === code;
    });
  }
  const messages = [callOf('listWidgets', {}), callOf('no', {}), LIST, 'no JSON', [LIST]];
  for (const message of messages) {
    const response = await post(agent, message);
    t.equal(response.statusCode, 429);
    t.match(response.json(), { code: 'rate_limit_exceeded' });
    t.match(response.headers, { 'retry-after': /^\d+$/, 'x-ratelimit-remaining': '0' });
  }
  for (const method of ['GET', 'DELETE'] as const) {
    t.equal((await post(agent, '', { method })).statusCode, 429, method);
  }
});

t.test('of calls at once, no more are read than the caller has requests left', async (t) => {
  const store = await openSample(t);
  const port = await listen(store.app);
  const limits = { perMinute: 1, perDay: 9 };
  const { key } = await store.createKey({ plan: 'enterprise', limits });
  const body = JSON.stringify(callOf('listWidgets', {})).padEnd(100);
  const connections = await Promise.all([1, 2, 3, 4].map(() => openConnection(t, port)));
  for (const { socket } of connections) socket.write(headOf(key));
  await until(() => connections.filter(({ received }) => received !== '').length === 3);
  const rejected = connections.filter(({ received }) => received.startsWith('HTTP/1.1 429'));
  t.equal(rejected.length, 3, 'before any has sent its message');
  const [admitted] = connections.filter(({ received }) => received === '');
  admitted?.socket.write(body);
  await until(() => admitted?.received.includes('structuredContent') ?? false);
  t.match(admitted?.received, '"x-ratelimit-remaining":"0"');
});

t.test(
  'a method that the revision of 2026 has removed is not found, whatever it has',
  async (t) => {
    const store = await openSample(t);
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe']) {
      const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': method };
      const response = await post(store, modern(method, {}), { headers });
      t.equal(response.statusCode, 404, method);
      t.match(response.json(), { id: 1, error: { code: -32601 } });
    }
  },
);

/** Objects in objects, with so many members in each. */
function nested([count = 0, ...inner]: readonly number[]): object {
  const names = Array.from({ length: count }, (_, index) => `key${index}`);
  return Object.fromEntries(names.map((name) => [name, nested(inner)]));
}

const initialize = (capabilities: unknown, clientInfo: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'agent', version: '1', ...clientInfo },
  },
});

t.test('a message is small, but for its arguments', async (t) => {
  const store = await openSample(t);
  const many =
    /^A message must not have more than 100 fields and items, apart from its arguments\.$/;
  const deep =
    /^A message must not be nested more than 10 levels deep, apart from its arguments\.$/;
  const flat = { experimental: nested([30, 3]) };
  const lists = Array.from({ length: 30 }, () => [[], [], []]);
  const tower = nested(Array(8).fill(1));
  const read = (params: unknown) => ({ ...LIST, method: 'resources/read', params });
  const withMeta = (meta: unknown) => ({ ...LIST, params: { _meta: meta } });
  const cases: [message: object, error: RegExp][] = [
    [modern('tools/call', { name: 'listWidgets' }, { experimental: nested([28, 28, 6]) }), many],
    [modern('tools/list', {}, { extensions: nested([10, 9]) }), many],
    [
      { ...callOf('listWidgets', {}), params: { name: 'listWidgets', _meta: nested([9, 9, 9]) } },
      many,
    ],
    [withMeta({ progressToken: lists }), many],
    [withMeta(tower), deep],
    [initialize(flat), many],
    [initialize({}, { icons: lists }), many],
    [initialize({ experimental: tower }), deep],
    [read({ uri: 'guide:errors', arguments: nested([9, 9, 9]) }), many],
    [read(lists), many],
    [{ ...LIST, method: 'nothing', params: nested([9, 9, 9]) }, many],
    [{ ...callOf('listWidgets', {}), params: { name: 'listWidgets', arguments: lists } }, many],
    [{ jsonrpc: '2.0', method: 'notifications/progress', params: flat }, many],
    [{ jsonrpc: '2.0', id: 1, result: flat }, many],
    [{ ...LIST, id: lists }, many],
    [{ ...LIST, ...nested([9, 9, 9]) }, many],
  ];
  for (const [message, error] of cases) {
    const response = await post(store, message);
    t.equal(response.statusCode, 400, response.payload);
    t.match(response.json(), { code: 'invalid_body', message: error });
  }
  const list = Array(25).fill(0);
  // With those of the message around it. Longer lists are cut.
  const withMembers = (count: number) =>
    withMeta({ a: list, b: list, c: list, d: Array(count - 84).fill(0) });
  const withLevels = (count: number) => withMeta(nested(Array(count - 3).fill(1)));
  for (const [message, status] of [
    [withMembers(100), 200],
    [withMembers(101), 400],
    [withLevels(10), 200],
    [withLevels(11), 400],
  ] as const) {
    t.equal((await post(store, message)).statusCode, status, toJson(message).slice(0, 80));
  }
  const { error } = (await post(store, callOf('no', nested([20, 20])))).json();
  t.match(error, { message: 'There is no tool no.' });
  const { text } = await call(store, 'listWidgets', nested([20, 20]));
  t.match(JSON.parse(text), { code: 'invalid_parameter', message: /is not a known argument/ });
  const able = { roots: {}, sampling: { tools: {} }, experimental: nested([5, 3, 2, 1]) };
  t.match((await post(store, initialize(able))).json(), { result: { serverInfo: {} } });
});

t.test('a message costs at most three times a POST of its size', async (t) => {
  const store = await openSample(t);
  const limits = { perMinute: 1_000_000, perDay: 1_000_000 };
  const { key } = await store.createKey({ plan: 'enterprise', limits });
  const agent = { app: store.app, key };
  const deep = nested([28, 28, 6]);
  const long = { ...BOLT, name: 'x'.repeat(50_000) };
  const numbers = Array.from({ length: 30 }, () => 2n ** 64n);
  const headers = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/list' };
  const messages: [message: object, body?: object, headers?: Record<string, string>][] = [
    [modern('tools/call', { name: 'listWidgets', arguments: {} }, { experimental: deep })],
    [initialize({ experimental: deep })],
    [initialize({ elicitation: { form: { a: numbers, b: numbers } } }), BOLT],
    [callOf('listWidgets', deep)],
    [callOf('createWidget', long), long],
    [{ ...LIST, method: 'nothing', params: deep }],
    [{ ...LIST, method: 'resources/read', params: { uri: 'x'.repeat(50_000) } }, long],
    [modern('tools/list', {}, { experimental: nested([40, 1]) }), BOLT, headers],
  ];
  for (const [message, body = message, own = {}] of messages) {
    const payload = toJson(message);
    const create = {
      method: 'POST',
      url: '/v1/widgets',
      payload: toJson(body),
      headers: HEADERS,
      key,
    };
    const spent = { message: Number.POSITIVE_INFINITY, create: Number.POSITIVE_INFINITY };
    // The least of several, since other programs take their turns.
    for (let round = 0; round < 20 && (round < 3 || spent.message > 3 * spent.create); round += 1) {
      spent.create = Math.min(spent.create, await cpuOf(() => store.send(create as Request)));
      spent.message = Math.min(
        spent.message,
        await cpuOf(() => post(agent, payload, { headers: own })),
      );
    }
    t.ok(spent.message <= 3 * spent.create, `${payload.slice(0, 80)} ${JSON.stringify(spent)}`);
  }
});

/** The CPU time of ten requests in microseconds. */
async function cpuOf(send: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < 10; count += 1) await send();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

t.test('a call is logged as aborted once its connection is closed, as any request', async (t) => {
  for (const closedBy of ['client', 'service', 'handler'] as const) {
    const began = Promise.withResolvers<void>();
    const rows = Promise.withResolvers<[]>();
    const api = sampleAs('v1');
    const createHandlers: typeof api.createHandlers = async (context) => ({
      ...(await api.createHandlers(context)),
      async listWidgets() {
        began.resolve();
        if (closedBy !== 'handler') return rows.promise;
        store.app.server.closeAllConnections();
        return [];
      },
    });
    const store = await openSample(t, { LOG_LEVEL: 'info' }, { ...api, createHandlers });
    const body = JSON.stringify(callOf('listWidgets', {}));
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const { socket, closed } = await openConnection(t, await listen(store.app));
    socket.write(requestText(store.key, 'POST', '/mcp', ...fields) + body);
    await began.promise;
    if (closedBy === 'client') socket.end();
    if (closedBy === 'service') store.app.server.closeAllConnections();
    await closed;
    const ended = () =>
      store.log.map((line) => JSON.parse(line)).filter(({ body }) => /^request/.test(body));
    await until(() => ended().length > 0, 'before its operation has ended');
    rows.resolve([]);
    await store.app.close();
    const lines = ended();
    t.match(lines, [
      {
        body: 'request aborted',
        'sample_service.operation.id': 'listWidgets',
        'error.type': closedBy === 'client' ? 'client_disconnected' : 'connection_closed',
      },
    ]);
    t.equal(lines.length, 1);
    t.notOk('http.response.status_code' in lines[0], 'its client has no part of the response');
  }
});

t.test('a subscription, which has nothing to say, ends as any response does', async (t) => {
  const store = await openSample(t);
  const port = await listen(store.app);
  const body = JSON.stringify(modern('subscriptions/listen', { notifications: {} }));
  const head = requestText(
    store.key,
    'POST',
    '/mcp',
    'Accept: application/json, text/event-stream',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `MCP-Protocol-Version: ${REVISION}`,
    'Mcp-Method: subscriptions/listen',
    'Connection: close',
  );
  const connection = await openConnection(t, port);
  connection.socket.write(head + body);
  await connection.closed;
  const [response] = readResponses(connection.received);
  t.match(response, {
    statusCode: 200,
    headers: { connection: 'close', 'cache-control': 'no-store', 'content-type': /event-stream/ },
  });
});

t.test('what is no message of a caller with a key is rejected, and counts', async (t) => {
  const store = await openSample(t, {
    BODY_LIMIT_BYTES: '10000',
    CORS_ORIGINS: 'https://agent.example',
  });
  const cases: [status: number, code: unknown, options: InjectOptions, message?: unknown][] = [
    [401, 'api_key_missing', { headers: { authorization: '' } }],
    [401, 'api_key_invalid', { headers: { authorization: 'Bearer nothing' } }],
    [405, 'method_not_allowed', { method: 'GET' }],
    [405, 'method_not_allowed', { method: 'DELETE' }],
    [400, 'invalid_json', {}, '{"id":1,"id":2}'],
    [400, 'invalid_json', {}, '{'],
    [400, 'invalid_body', {}, [LIST]],
    [400, 'invalid_body', {}, '""'],
    [400, 'invalid_body', {}, ' '],
    [413, 'body_too_large', {}, { ...LIST, params: { name: 'x'.repeat(10_000) } }],
    [415, 'unsupported_media_type', { headers: { 'content-type': 'text/plain' } }],
    [415, 'unsupported_media_type', { headers: { 'content-encoding': 'gzip' } }],
    [415, 'unsupported_media_type', { headers: { 'content-type': 'application/json;charset=x' } }],
    [403, 'origin_not_allowed', { headers: { origin: 'https://other.example' } }],
    [403, 'origin_not_allowed', { headers: { origin: 'null' } }],
    [200, undefined, { headers: { origin: 'https://agent.example' } }],
    [200, undefined, { headers: { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' } }],
    [403, 'origin_not_allowed', { headers: { origin: 'http://a.example', host: 'a.example' } }],
    [404, 'path_not_found', { url: '/mcp/x' }],
  ];
  let left = 1_000;
  for (const [status, code, options, message = callOf('listWidgets', {})] of cases) {
    const response = await post(store, message, options);
    t.equal(response.statusCode, status, response.payload);
    t.equal(response.json().code, code);
    // Those without a key count by their address, and other paths not at all.
    if (status === 401 || status === 404) continue;
    left -= 1;
    t.equal(response.headers['x-ratelimit-remaining'], String(left), `${status} ${code} counts`);
  }
  const headers = { authorization: `Bearer ${store.key}` };
  const withoutBody = await store.app.inject({ method: 'POST', url: '/mcp', headers });
  t.match(withoutBody.json(), { code: 'invalid_body', message: 'The request body is required.' });
  const preflight = await store.app.inject({
    method: 'OPTIONS',
    url: '/mcp',
    headers: { origin: 'https://agent.example', 'access-control-request-method': 'POST' },
  });
  t.equal(preflight.statusCode, 204);
  const allowed = String(preflight.headers['access-control-allow-headers']).split(', ');
  for (const name of ['Mcp-Protocol-Version', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID']) {
    t.ok(allowed.includes(name), name);
  }
});
