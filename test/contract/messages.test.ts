import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../src/contract/handler.ts';
import { type Described, responding, serve } from './made-up.ts';

/*
 * Bodies and responses that no operation of the service has, but a new one may have.
 */

const LINE = {
  type: 'object',
  properties: { n: { type: 'integer', format: 'int32' } },
  required: ['n'],
  additionalProperties: false,
};

/** An operation that takes a body of this media type, and returns what is made of it. */
function taking(mediaType: string, schema?: object, required = true): Described {
  const content = { [mediaType]: schema ? { schema } : {} };
  return { operationId: 'it', requestBody: { required, content }, ...responding({}) };
}

function open(t: Test, operation: Described, it: AnyHandlers['it'] = () => ({}), method = 'get') {
  const used = operation.requestBody ? 'post' : method;
  return serve(t, { '/x': { [used]: operation } }, { it }, { LOG_LEVEL: 'error' });
}

async function gather(pieces: AsyncIterable<unknown>) {
  const all = [];
  for await (const piece of pieces) all.push(piece instanceof Buffer ? piece.toString() : piece);
  return all;
}

t.test('reads bodies of every media type', async (t) => {
  const patch = 'application/merge-patch+json';
  const [text, csv, bytes, lines] = [
    'text/plain',
    'text/csv',
    'application/octet-stream',
    'application/x-ndjson',
  ];
  const short = { type: 'string', maxLength: 5 };
  for (const [type, schema, body, result] of [
    [patch, LINE, '{"n":1}', { n: 1 }],
    [patch, LINE, '{"n":1.5}', 'n must be an integer.'],
    [text, short, 'a\nü', 'a\nü'],
    [text, short, '', ''],
    [text, short, 'abcdef', 'The body must have at most 5 characters.'],
    [text, short, Buffer.from([0xff]), 'The body is not valid UTF-8.'],
    [csv, short, 'a,b', 'a,b'],
    [bytes, undefined, 'abc', ['abc']],
    [bytes, undefined, '', []],
    [lines, LINE, '{"n":1}\n{"n":2}\r\n', [{ n: 1 }, { n: 2 }]],
    [lines, LINE, '{"n":1}', [{ n: 1 }]],
    [lines, LINE, '', []],
    [lines, LINE, '{"n":1}\n\n', 'line 2 is empty.'],
    [lines, LINE, '{"n":1}\n{"n":2}\n{}', 'line 3: n is required.'],
    [lines, LINE, '{"n":1}\n{', 'line 2 is not valid JSON.'],
    [lines, LINE, '{"n":1,"n":1}', 'n appears twice in one object.'],
  ] as const) {
    const { send } = await open(t, taking(type, schema), async ({ body }: { body: never }) => ({
      got: typeof body === 'object' && Symbol.asyncIterator in body ? await gather(body) : body,
    }));
    const headers = { 'content-type': `${type}; charset=utf-8` };
    const response = await send({ method: 'POST', url: '/v1/x', headers, payload: body });
    const { got, message } = response.json();
    t.same(got ?? message, result, `${type} ${body}`);
  }
});

t.test('rejects another media type, and names the one that is expected', async (t) => {
  for (const type of [
    'text/csv',
    'application/octet-stream',
    'application/jsonl',
    'application/a+json',
  ]) {
    const { send } = await open(
      t,
      taking(type, type === 'application/octet-stream' ? undefined : { type: 'string' }),
    );
    for (const sent of ['application/json', 'text/plain', 'x', undefined]) {
      const headers = sent === undefined ? {} : { 'content-type': sent };
      const response = await send({ method: 'POST', url: '/v1/x', headers, payload: 'x' });
      t.same([response.statusCode, response.json().message], [415, `The body must be ${type}.`]);
    }
  }
});

t.test('leaves an optional body undefined, and rejects one that is not described', async (t) => {
  const seen: unknown[] = [];
  const it = ({ body }: { body: unknown }) => {
    seen.push(body);
    return {};
  };
  const headers = { 'content-type': 'application/json' };
  const optional = await open(t, taking('application/json', LINE, false), it);
  t.equal((await optional.send({ method: 'POST', url: '/v1/x' })).statusCode, 200);
  t.equal((await optional.send({ method: 'POST', url: '/v1/x', headers })).statusCode, 200);
  t.equal((await optional.send({ method: 'POST', url: '/v1/x', payload: {} })).statusCode, 400);
  t.same(seen, [undefined, undefined]);
  const none = await open(t, { operationId: 'it', ...responding({}) }, it, 'post');
  t.equal((await none.send({ method: 'POST', url: '/v1/x', headers })).statusCode, 200);
  const sent = await none.send({ method: 'POST', url: '/v1/x', payload: {} });
  t.same([sent.statusCode, sent.json().message], [400, 'The request must not have a body.']);
});

t.test('limits a body as it flows', async (t) => {
  let count = 0;
  const it = async ({ body }: { body: AsyncIterable<Buffer> }) => {
    for await (const chunk of body) count += chunk.length;
    return {};
  };
  const { send } = await open(t, taking('application/octet-stream'), it);
  const headers = { 'content-type': 'application/octet-stream' };
  const payload = Readable.from(Array.from({ length: 9 }, () => Buffer.alloc(10_000)));
  const response = await send({ method: 'POST', url: '/v1/x', headers, payload });
  t.same([response.statusCode, response.json().code], [413, 'body_too_large']);
  t.ok(count <= 65_536);
});

t.test('returns every success status that is declared, with its headers', async (t) => {
  const header = (schema: object, required = false) => ({ schema, required });
  const responses = {
    200: {
      content: { 'application/json': { schema: LINE } },
      headers: { ETag: header({ type: 'string' }) },
    },
    202: {},
    204: {},
    206: {
      content: { 'application/octet-stream': {} },
      headers: { 'Content-Range': header({ type: 'string' }, true) },
    },
    207: { content: { 'application/problem+json': { schema: LINE } } },
    303: {
      headers: {
        Location: header({ type: 'string' }, true),
        'X-Ids': header({ type: 'array', items: { type: 'integer', format: 'int64' } }),
      },
    },
    304: { headers: { ETag: header({ type: 'string' }, true) } },
  };
  const given: { result?: unknown; headers?: Record<string, unknown> } = {};
  const it = (_request: unknown, reply: { header(name: string, value: unknown): void }) => {
    for (const [name, value] of Object.entries(given.headers ?? {})) reply.header(name, value);
    return given.result;
  };
  const { send } = await open(t, { operationId: 'it', responses }, it as AnyHandlers['it']);
  for (const [result, headers, payload, shown] of [
    [
      { status: 200, body: { n: 1, x: 2 } },
      { ETag: '"1"' },
      '{"n":1}',
      { etag: '"1"', 'content-type': 'application/json', 'content-length': '7' },
    ],
    [{ status: 202 }, {}, '', { 'content-length': '0' }],
    [{ status: 204 }, {}, '', {}],
    [
      { status: 206, body: Buffer.from('ab') },
      { 'content-range': 'bytes 0-1/9' },
      'ab',
      { 'content-type': 'application/octet-stream', 'content-length': '2' },
    ],
    [
      { status: 207, body: { n: 1 } },
      {},
      '{"n":1}',
      { 'content-type': 'application/problem+json' },
    ],
    [
      { status: 303 },
      { Location: '/y', 'X-Ids': [1n, 2n ** 62n] },
      '',
      { location: '/y', 'x-ids': '1,4611686018427387904' },
    ],
    [{ status: 304 }, { ETag: '"1"' }, '', { etag: '"1"' }],
  ] as const) {
    Object.assign(given, { result, headers });
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await send({ url: '/v1/x', method });
      t.equal(response.statusCode, result.status);
      t.equal(response.payload, method === 'HEAD' ? '' : payload);
      if (method === 'GET') t.match(response.headers, shown, `${result.status}`);
      if (payload === '') t.equal(response.headers['content-type'], undefined);
      if ([204, 304].includes(result.status))
        t.equal(response.headers['content-length'], undefined);
    }
  }
  const fault = 'it returned what the contract does not allow: ';
  for (const [result, headers, violation] of [
    [{ status: 200, body: { n: 1.7 } }, {}, 'n must be an integer.'],
    [{ status: 200 }, {}, /required|must be an object/],
    [{ status: 201 }, {}, 'The status must be one of 200, 202, 204, 206, 207, 303, 304.'],
    [undefined, {}, /The status must be one of/],
    [{ status: 204, body: {} }, {}, 'The response has no body.'],
    [{ status: 303 }, {}, 'Location is required.'],
    [{ status: 303 }, { Location: 7 }, 'Location must be a string.'],
    [
      { status: 303 },
      { Location: 'a\nb' },
      'Location must not contain characters that a header cannot have.',
    ],
    [{ status: 303 }, { Location: '/', 'X-Ids': ['1'] }, 'X-Ids.0 must be an integer.'],
    [{ status: 204 }, { ETag: '"1"' }, 'The header etag is not declared.'],
    [{ status: 204 }, { 'X-Other': '"1"' }, 'The header X-Other is not declared.'],
    [{ status: 206, body: 'text' }, { 'Content-Range': '' }, 'The body must be bytes.'],
  ] as const) {
    Object.assign(given, { result, headers });
    const message = typeof violation === 'string' ? fault + violation : violation;
    await t.rejects(send({ url: '/v1/x' }), { message }, String(violation));
  }
});

t.test('names a fault of a handler in the log, and nowhere else', async (t) => {
  const { app, key, log } = await open(t, { operationId: 'it', ...responding(LINE) }, () => ({}));
  const headers = { authorization: `Bearer ${key}` };
  const { statusCode, payload } = await app.inject({ url: '/v1/x', headers });
  t.equal(statusCode, 500);
  t.notMatch(payload, 'contract');
  const line = JSON.parse(log[0] ?? '');
  t.equal(
    line['exception.message'],
    'it returned what the contract does not allow: n is required.',
  );
});

t.test('sends streams of every media type', async (t) => {
  async function* generate(...pieces: unknown[]) {
    yield* pieces;
  }
  for (const [type, schema, body, payload] of [
    ['text/csv', { type: 'string' }, generate('a,b\n', '', 'c,d\n'), 'a,b\nc,d\n'],
    ['text/plain', { type: 'string' }, ['a', 'b'], 'ab'],
    ['text/plain', { type: 'string' }, 'ü', 'ü'],
    ['application/octet-stream', {}, generate(Buffer.from('a'), new Uint8Array([98])), 'ab'],
    ['application/octet-stream', {}, Readable.from([Buffer.from('ab')]), 'ab'],
    ['application/octet-stream', {}, generate(), ''],
    ['application/x-ndjson', LINE, generate({ n: 1 }, { n: 2, x: 1 }), '{"n":1}\n{"n":2}\n'],
    ['application/jsonl', LINE, [{ n: 1 }], '{"n":1}\n'],
  ] as const) {
    const { send } = await open(t, { operationId: 'it', ...responding(schema, type) }, () => body);
    const response = await send({ url: '/v1/x' });
    t.equal(response.payload, payload);
    const suffix = type.startsWith('text/') ? '; charset=utf-8' : '';
    t.equal(response.headers['content-type'], type + suffix);
  }
});

t.test('returns an ordinary error for a fault before the first piece', async (t) => {
  const lines = { operationId: 'it', ...responding(LINE, 'application/x-ndjson') };
  const { send } = await open(t, lines, () => [{ n: 'x' }]);
  await t.rejects(send({ url: '/v1/x' }), { message: /line 1: n must be an integer/ });
  for (const [type, body, message] of [
    ['application/x-ndjson', 'text', /must be iterable, line by line/],
    ['text/csv', [1], /A piece of the body must be a string/],
    ['application/octet-stream', ['text'], /A piece of the body must be bytes/],
  ] as const) {
    const wrong = { operationId: 'it', ...responding({ type: 'string' }, type) };
    const store = await open(t, wrong, () => body);
    await t.rejects(store.send({ url: '/v1/x' }), { message }, type);
  }
});

/** Sends a request over a socket, and returns it with what has come back. */
async function call({ app, key }: Awaited<ReturnType<typeof open>>, method = 'GET') {
  await app.listen();
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${method} /v1/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

/** Pieces without end, which tell how many were taken, and whether the source was closed. */
function endless(piece: unknown) {
  const state = { taken: 0, isClosed: false };
  async function* pieces() {
    try {
      while (true) {
        state.taken += 1;
        yield piece;
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, pieces: pieces() };
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await wait(10);
}

t.test(
  'takes no more from a source than the client reads, and closes it when that is gone',
  async (t) => {
    const { state, pieces } = endless(Buffer.alloc(65_536));
    const bytes = { operationId: 'it', ...responding({}, 'application/octet-stream') };
    const socket = await call(await open(t, bytes, () => pieces));
    socket.pause();
    await until(() => state.taken > 1);
    let before = 0;
    do {
      before = state.taken;
      await wait(200);
    } while (state.taken > before);
    t.ok(state.taken < 1_000, `${state.taken} pieces were taken`);
    t.notOk(state.isClosed);
    socket.destroy();
    await until(() => state.isClosed);
    t.pass('is closed');
  },
);

t.test('closes a source that waits for something when the client is gone', async (t) => {
  const source = new Readable({ read() {} });
  source.push('x');
  const bytes = { operationId: 'it', ...responding({}, 'application/octet-stream') };
  const socket = await call(await open(t, bytes, () => source));
  await once(socket, 'data');
  socket.destroy();
  await until(() => source.destroyed);
  t.pass('is closed');
});

t.test('closes the source of a response to HEAD, and sends nothing of it', async (t) => {
  const { state, pieces } = endless({ n: 1 });
  const lines = { operationId: 'it', ...responding(LINE, 'application/x-ndjson') };
  const { send } = await open(t, lines, () => pieces);
  const response = await send({ url: '/v1/x', method: 'HEAD' });
  t.same([response.statusCode, response.payload], [200, '']);
  t.equal(response.headers['content-length'], undefined);
  t.same(state, { taken: 1, isClosed: true });
});

t.test('cuts the connection at a fault after the first piece, and logs it', async (t) => {
  const lines = { operationId: 'it', ...responding(LINE, 'application/x-ndjson') };
  const store = await open(t, lines, () => [{ n: 1 }, { n: 'x' }]);
  const socket = await call(store);
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  await once(socket, 'close');
  t.match(text, '{"n":1}\n');
  t.notMatch(text, '\r\n0\r\n', 'the response has no end');
  t.match(store.log.join(), 'line 2: n must be an integer');
});
