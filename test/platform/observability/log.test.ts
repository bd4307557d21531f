// The lines of the log: what each request writes, and what no line ever holds.

import { once } from 'node:events';
import { hostname } from 'node:os';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { AnyHandlers } from '../../../src/platform/contract/handler.ts';
import { boundedLog } from '../../../src/platform/observability/log.ts';
import { openSample, type Request } from '../../helper.ts';
import { generateApiKey } from '../../support/key-rules.ts';
import { exchange, listen, openConnection, requestText } from '../../support/raw-http.ts';
import { until } from '../../support/until.ts';
import { responding, serve } from '../contract/made-up.ts';

const INFO = { LOG_LEVEL: 'info' };
const WIDGETS = { 'http.route': '/v1/widgets', 'sample_service.operation.id': 'listWidgets' };
const CREATE = { ...WIDGETS, 'sample_service.operation.id': 'createWidget' };
const GET_WIDGET = {
  'http.route': '/v1/widgets/{widgetId}',
  'sample_service.operation.id': 'getWidget',
};
const KEY = { 'sample_service.customer.id': 1, 'sample_service.api_key.id': 1 };
const status = (code: number, error?: string) => ({
  'http.response.status_code': code,
  ...(error && { 'error.type': error }),
});
const read = (lines: readonly string[]) => lines.map((line) => JSON.parse(line));
const PAYLOAD = { name: 'Bolt', groupId: 7 };

const url = '/v1/widgets';
const REQUESTS: (Request & { readonly logged: object })[] = [
  { url, logged: { ...WIDGETS, ...KEY, ...status(200) } },
  { url, method: 'HEAD', logged: { ...WIDGETS, ...KEY, ...status(200) } },
  { url, method: 'POST', payload: PAYLOAD, logged: { ...CREATE, ...KEY, ...status(201) } },
  {
    url: '/v1/widgets/4711',
    logged: { ...GET_WIDGET, ...KEY, ...status(404, 'widget_not_found') },
  },
  { url: '/v1/nothing', logged: { ...KEY, ...status(404, 'path_not_found') } },
  { url: '/v1/%', logged: { ...KEY, ...status(400, 'malformed_request') } },
  { url, key: null, logged: { ...WIDGETS, ...status(401, 'api_key_missing') } },
  {
    url,
    headers: { 'x-forwarded-for': '198.51.100.1, 192.0.2.7' },
    logged: { ...WIDGETS, ...KEY, ...status(200), 'client.address': '192.0.2.7' },
  },
  {
    url,
    headers: { 'x-forwarded-for': 'fe80::1%"' },
    logged: { ...WIDGETS, ...KEY, ...status(200), 'client.address': '127.0.0.1' },
  },
];

t.test('logs one line for every response, and none for a probe', async (t) => {
  const { app, send, log } = await openSample(t, { ...INFO, TRUST_PROXY: 'loopback' });
  for (const { logged, ...request } of REQUESTS) {
    const beganAt = new Date().toISOString();
    const { payload, headers } = await send(request);
    const line = JSON.parse(log.at(-1) ?? '');
    const { timestamp, 'http.server.request.duration': seconds, ...rest } = line;
    t.strictSame(rest, {
      severity_text: 'INFO',
      severity_number: 9,
      'process.pid': process.pid,
      'host.name': hostname(),
      'sample_service.request.id': headers['x-request-id'],
      'client.address': '127.0.0.1',
      'network.protocol.version': '1.1',
      'http.request.method': request.method ?? 'GET',
      'http.response.body.size': Buffer.byteLength(payload),
      body: 'request completed',
      ...logged,
    });
    t.ok(seconds > 0, `it took ${seconds} s`);
    t.equal(new Date(timestamp).toISOString(), timestamp);
    t.ok(beganAt <= timestamp && timestamp <= new Date().toISOString(), 'its own time');
  }
  for (const url of ['/healthz', '/readyz']) await app.inject({ url });
  t.equal(log.length, REQUESTS.length);
  await app.inject('/openapi.json');
  t.match(JSON.parse(log.at(-1) ?? ''), { ...status(200), 'http.route': '/openapi.json' });
  for (const [code, request] of [
    [304, { url, headers: { 'if-none-match': '*' } }],
    [204, { url: `${url}/1`, method: 'DELETE' }],
  ] as const) {
    await send(request);
    const line = { ...status(code), 'http.response.body.size': 0 };
    t.match(JSON.parse(log.at(-1) ?? ''), line);
  }
  await app.inject({ url, remoteAddress: '::ffff:192.0.2.1' });
  t.match(JSON.parse(log.at(-1) ?? ''), { 'client.address': '192.0.2.1' }, 'as usually written');
});

t.test('logs how long a request took, in seconds', async (t) => {
  const { app, lines, call, request } = await openSlow(t, async () => {
    await wait(50);
    return { text: 'x' };
  });
  const beganAtMs = performance.now();
  await call(request);
  await until(() => lines().length > 0, 'it is logged');
  const tookSeconds = (performance.now() - beganAtMs) / 1_000;
  const { 'http.server.request.duration': seconds } = lines()[0];
  // A timer may end a millisecond early.
  t.ok(seconds > 0.045 && seconds <= tookSeconds, `${seconds} of ${tookSeconds} s`);
  await app.close();
});

t.test('never logs a key, valid or not, nor any other content of a request', async (t) => {
  const settings = { LOG_LEVEL: 'trace', BAN_AFTER_REJECTIONS: '1' };
  const { app, clock, send, key, createKey, alter, log } = await openSample(t, settings);
  const limits = { perMinute: 1, perDay: 1 };
  const limited = await createKey({ plan: 'enterprise', limits });
  const keys = [key, limited.key, generateApiKey(), 'not-a-key'];
  const secret = { 'x-secret': 'not-to-be-logged', cookie: 'not-to-be-logged' };
  /** Where people paste a key by mistake. */
  const places = ['x-request-id', 'traceparent', 'tracestate', 'user-agent', 'referer', 'origin'];
  const callAll = async () => {
    for (const caller of keys) {
      await send({ url: '/v1/widgets', key: caller, headers: secret });
      await send({ url: `/v1/widgets?key=${caller}`, key: caller });
      await app.inject({ url: `/v1/${caller}`, headers: { authorization: `Bearer ${caller}` } });
      await send({ url: '/v1/widgets', headers: { authorization: `Basic ${caller}` } });
    }
  };
  await callAll();
  for (const name of [...places, 'x-forwarded-for', 'x-any']) {
    const { headers, payload } = await send({ url: '/v1/widgets', headers: { [name]: key } });
    t.notOk(JSON.stringify([headers, payload]).includes(key), `${name} is not echoed`);
  }
  for (const table of ['widgets', 'api_keys']) {
    // Keys are looked up again, and rejections are late.
    clock.move(6);
    await alter(`ALTER TABLE ${table} RENAME TO no_${table}`);
    await callAll();
  }
  const levels = read(log).map((line) => line.severity_text);
  t.ok(levels.includes('ERROR'), 'faults were logged');
  t.ok(levels.includes('WARN'), 'a ban was logged');
  // Lines that a developer may log by mistake.
  const request = { headers: { authorization: `Bearer ${key}`, Authorization: key } };
  app.log.info({ ...request, request, req: request }, 'a request');
  const err = Object.assign(new Error('failed'), request, { request, config: request });
  app.log.error({ err }, 'the error of a library');
  app.log.info({ err: request });
  const all = log.join('');
  for (const text of [...keys, ...keys.map((caller) => caller.slice(4, 20)), 'not-to-be-logged']) {
    t.notOk(all.includes(text), text);
  }
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;
const TRACED = { trace_id: TRACE, parent_span_id: SPAN, trace_flags: '01' };

t.test('every line of a request has its id and the trace of its caller', async (t) => {
  const { send, alter, log } = await openSample(t, INFO);
  await alter('ALTER TABLE widgets RENAME TO elsewhere');
  await send({ url: '/v1/widgets', headers: { traceparent: VALID, tracestate: 'a=b' } });
  await send({ url: '/v1/widgets/1' });
  const lines = read(log);
  t.match(lines, [
    { severity_text: 'ERROR', ...TRACED, 'exception.message': String },
    { severity_text: 'INFO', ...TRACED, ...status(500) },
    { severity_text: 'ERROR' },
    { severity_text: 'INFO', ...status(500) },
  ]);
  const [first, second, third, fourth] = lines.map((line) => line['sample_service.request.id']);
  t.ok(first && third);
  t.same([second, fourth], [first, third]);
});

const TRACES = [`01-${TRACE}-${SPAN}-01`, `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`];
const NO_TRACES = [
  '',
  VALID.toUpperCase(),
  VALID.replaceAll('-', '_'),
  `${VALID}-more`,
  `${VALID}, ${VALID}`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-011`,
  `00-${TRACE}-${SPAN}0-01`,
  `00-${TRACE.slice(1)}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `0x-${TRACE}-${SPAN}-01`,
  `ff-${TRACE}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-01-more, ${VALID}`,
];

t.test('logs the trace of a valid traceparent', async (t) => {
  const { send, log } = await openSample(t, INFO);
  for (const traceparent of [...TRACES, ...NO_TRACES]) {
    await send({ url: '/v1/nothing', headers: { traceparent } });
    const expected = TRACES.includes(traceparent) ? TRACE : undefined;
    t.equal(JSON.parse(log.at(-1) ?? '').trace_id, expected, traceparent);
  }
});

t.test('describes errors with their causes, as OpenTelemetry does', async (t) => {
  const { app, log } = await openSample(t, INFO);
  const cause = Object.assign(new TypeError('no route'), { code: 'IGNORED' });
  const err = Object.assign(new Error('no connection', { cause }), { code: 'ECONNREFUSED' });
  app.log.error({ err, 'sample_service.count': 3 }, 'failed');
  app.log.warn({ err: 'a text' }, 'thrown');
  t.match(read(log), [
    {
      severity_text: 'ERROR',
      severity_number: 17,
      body: 'failed',
      'sample_service.count': 3,
      'exception.type': 'Error',
      'exception.message': 'no connection: no route',
      'exception.stacktrace': /^Error: no connection\n +at .*\ncaused by: TypeError: no route\n/s,
      'error.type': 'ECONNREFUSED',
    },
    { body: 'thrown', 'exception.type': 'string', 'exception.message': 'a text' },
  ]);
});

/** The fields of every request that is aborted. */
const ABORTED = {
  body: 'request aborted',
  ...TRACED,
  'client.address': '127.0.0.1',
  'http.request.method': 'GET',
  'http.route': '/v1/x',
  'sample_service.customer.id': 1,
  'http.server.request.duration': Number,
};

/** Opens a store with one operation, whose handler a test controls. */
async function openSlow(t: Test, handler: AnyHandlers['it']) {
  const schema = { type: 'object', properties: { text: { type: 'string' } } };
  const paths = { '/x': { get: { operationId: 'it', ...responding(schema) } } };
  const store = await serve(t, paths, { it: handler }, INFO);
  const port = await listen(store.app);
  const request = requestText(store.key, 'GET', '/v1/x', `Traceparent: ${VALID}`);
  const lines = () => read(store.log).filter(({ body }) => body.startsWith('request'));
  return {
    ...store,
    port,
    request,
    lines,
    async call(bytes: string) {
      const { socket } = await openConnection(t, port);
      socket.write(bytes);
      return socket;
    },
    async firstLine() {
      await until(() => lines().length > 0, 'it is logged');
      return lines()[0];
    },
  };
}

t.test('logs one line, without a status, when a client hangs up too early', async (t) => {
  for (const hangUp of ['end', 'resetAndDestroy'] as const) {
    const began = Promise.withResolvers<void>();
    const response = Promise.withResolvers<object>();
    const store = await openSlow(t, () => {
      began.resolve();
      return response.promise;
    });
    // The second request waits for the first, and never begins.
    const socket = await store.call(store.request.repeat(2));
    await began.promise;
    socket[hangUp]();
    const line = await store.firstLine();
    t.match(line, { ...ABORTED, 'error.type': 'client_disconnected' }, hangUp);
    t.notOk('http.response.status_code' in line);
    response.resolve({ text: 'too late' });
    await store.app.close();
    t.equal(store.lines().length, 1);
  }
});

t.test('logs the status of a response that is received in part', async (t) => {
  const store = await openSlow(t, () => ({ text: 'x'.repeat(50_000_000) }));
  const socket = await store.call(store.request);
  await once(socket, 'data');
  socket.resetAndDestroy();
  const line = await store.firstLine();
  t.match(line, { ...ABORTED, 'error.type': 'client_disconnected', ...status(200) });
  t.notOk('http.response.body.size' in line, 'nobody knows how much was received');
});

t.test('logs that the service has closed a connection, not the client', async (t) => {
  const store = await openSlow(t, () => {
    store.app.server.closeAllConnections();
    return { text: 'x' };
  });
  t.equal(await exchange(store.port, store.request), '');
  t.match(await store.firstLine(), { ...ABORTED, 'error.type': 'connection_closed' });
});

t.test('logs one line for an unreadable request, with the fields of its head', async (t) => {
  const store = await openSample(t, INFO);
  const port = await listen(store.app);
  const fields = [
    `Traceparent: ${VALID}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ];
  await exchange(port, `${requestText(store.key, 'POST', '/v1/widgets', ...fields)}no chunk\r\n`);
  const garbage = await exchange(port, 'HELLO\r\n\r\n');
  const unreadable = { body: 'request completed', ...status(400, 'malformed_request') };
  t.match(read(store.log.slice(1)), [
    { ...unreadable, ...TRACED, ...WIDGETS, ...KEY, 'sample_service.operation.id': 'createWidget' },
    {
      ...unreadable,
      'client.address': '127.0.0.1',
      'sample_service.request.id': /\r\nx-request-id: (\S+)/i.exec(garbage)?.[1],
      'http.response.body.size': garbage.split('\r\n\r\n')[1]?.length,
    },
  ]);
  t.equal(store.log.length, 3);
});

t.test('writes the lines of a tick together', async (t) => {
  const writes: string[] = [];
  const output = new Writable({
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => chunk).join(''));
      done();
    },
  });
  const log = boundedLog(output);
  for (const line of ['one ', 'two ']) log.write(line);
  await setImmediate();
  log.write('three');
  await setImmediate();
  t.strictSame(writes, ['one two ', 'three']);
});

t.test('what is logged last is written before the process exits', async (t) => {
  const before = process.listeners('exit');
  const writes: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      writes.push(String(chunk));
      done();
    },
  });
  const log = boundedLog(output);
  const [onExit] = process.listeners('exit').filter((one) => !before.includes(one));
  log.write('last');
  t.strictSame(writes, []);
  onExit?.call(process, 0);
  t.strictSame(writes, ['last']);
});

t.test('a log that nothing can be written to any more ends no process', async (t) => {
  const output = new PassThrough();
  const log = boundedLog(output);
  output.destroy(new Error('EPIPE'));
  await setImmediate();
  log.write('line');
  await setImmediate();
  t.ok(output.destroyed);
});

t.test('drops lines while nobody reads them, and counts them', async (t) => {
  const output = new PassThrough();
  const log = boundedLog(output);
  log.write('x'.repeat(1_000_000));
  await setImmediate();
  for (let i = 0; i < 3; i += 1) log.write('dropped');
  t.equal(log.droppedLines?.(), 3);
  output.read();
  log.write('read');
  await setImmediate();
  // Node 26 returns one chunk for each read.
  const lines = output.read() + (output.read() ?? '');
  t.match(lines, /^\{.*"nobody has read the log: 3 lines dropped"\}\nread$/);
  t.match(lines, '"severity_text":"WARN","severity_number":13,');
  t.equal(log.droppedLines?.(), 3);
  log.write('x'.repeat(1_000_000));
  await setImmediate();
  for (let i = 0; i < 2; i += 1) log.write('dropped');
  while (output.read());
  log.write('read');
  await setImmediate();
  t.match(String(output.read()), '"nobody has read the log: 2 lines dropped"', 'since then');
  t.equal(log.droppedLines?.(), 5);
});
