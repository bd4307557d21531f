import { readdir, readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { PassThrough } from 'node:stream';
import t from 'tap';
import { prettyLog } from '../../src/http/log.ts';
import { FIELDS } from '../../src/http/log-fields.ts';
import { continueTrace } from '../../src/http/trace-context.ts';
import { openStore } from '../helper.ts';

const LINE = `${JSON.stringify({
  severity_text: 'ERROR',
  severity_number: 17,
  timestamp: '2026-11-22T12:34:56.789Z',
  'process.pid': 1,
  'host.name': 'a',
  trace_id: 'abc',
  'exception.stacktrace': 'Error: x\n    at y',
  body: 'request failed',
})}\n`;

/** Lets the first import of pino-pretty fail, as it does without the development dependencies. */
const NOT_INSTALLED = `
let isFirst = true;
export async function resolve(specifier, context, next) {
  if (specifier !== 'pino-pretty' || !isFirst) return next(specifier, context);
  isFirst = false;
  throw new Error('Cannot find package');
}`;

function terminal() {
  return Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
}

t.test('stays JSON without pino-pretty, in production, and without a terminal', async (t) => {
  register(`data:text/javascript,${encodeURIComponent(NOT_INSTALLED)}`);
  t.equal(await prettyLog(false, terminal()), undefined);
  t.equal(await prettyLog(true, terminal()), undefined);
  t.equal(await prettyLog(false, new PassThrough()), undefined);
});

t.test('is readable on a terminal', async (t) => {
  const output = terminal();
  const log = await prettyLog(false, output);
  log?.write(LINE);
  let written = '';
  for await (const text of output) {
    written += text;
    if (written.includes('at y')) break;
  }
  t.match(written, /\d\d:\d\d:56\.789.* .*ERROR.*: .*request failed\nError: x\n {4}at y/);
  t.match(written, /"trace_id":"abc"/);
  t.notMatch(written, /severity|host|pid|stacktrace/);
});

t.test('logs no Authorization header, wherever headers are logged', async (t) => {
  const { app, key, log } = await openStore(t, { LOG_LEVEL: 'info' });
  const request = { headers: { authorization: `Bearer ${key}`, host: 'store' } };
  app.log.info({ ...request, request }, 'a request that a developer logs');
  app.log.info({ headers: { Authorization: key } });
  const err = Object.assign(new Error('failed'), request, { request, config: request });
  app.log.error({ err }, 'the error of a library, with a request');
  app.log.info({ err: { headers: { Authorization: key } } });
  t.equal(log.length, 4);
  for (const line of log) t.notOk(line.includes(key), line);
  for (const line of log.slice(0, 2)) t.match(line, /\[Redacted\]/);
});

t.test('describes errors with their causes, as OpenTelemetry does', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'info' });
  const cause = Object.assign(new TypeError('no route'), { code: 'IGNORED' });
  const err = Object.assign(new Error('no connection', { cause }), { code: 'ECONNREFUSED' });
  cause.cause = err;
  app.log.error({ err, count: 3 }, 'failed');
  app.log.error(err);
  app.log.warn({ err: 'a text' }, 'thrown');
  const [failed, plain, thrown] = log.map((line) => JSON.parse(line));
  for (const line of [failed, plain]) {
    t.match(line, {
      severity_text: 'ERROR',
      severity_number: 17,
      'exception.type': 'Error',
      'exception.message': 'no connection: no route',
      'exception.stacktrace':
        /^Error: no connection\n +at .*\ncaused by: TypeError: no route\n +at /s,
      'error.type': 'ECONNREFUSED',
    });
  }
  t.match(failed, { body: 'failed', 'animal_store.count': 3 });
  t.match(plain, { body: 'no connection' });
  t.match(thrown, { 'exception.type': 'string', 'exception.message': 'a text' });
  t.notOk('exception.stacktrace' in thrown);
});

t.test('has a name for every field that the code logs', async (t) => {
  const known = new Set(['err', ...Object.keys(FIELDS)]);
  for (const file of await readdir('src', { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const code = await readFile(`src/${file}`, 'utf8');
    for (const [, fields = ''] of code.matchAll(/\blog\.\w+\(\s*\{([^}]*)\}/g)) {
      const names = fields.split(',').flatMap((field) => /^\s*(\w+)/.exec(field)?.[1] ?? []);
      const unknown = names.filter((name) => !known.has(name));
      t.same(unknown, [], `${file}: ${fields}`);
    }
  }
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const VALID = `00-${TRACE}-${SPAN}-01`;

t.test('every line of a request has its id and the trace of its caller', async (t) => {
  const { send, database, log } = await openStore(t, { LOG_LEVEL: 'info' });
  await database.client.$executeRawUnsafe('ALTER TABLE pets RENAME TO elsewhere');
  await send({ url: '/v1/pets', headers: { traceparent: VALID, tracestate: 'a=b' } });
  await send({ url: '/v1/pets/1', headers: { traceparent: `${VALID}, ${VALID}` } });
  const lines = log.map((line) => JSON.parse(line));
  const ids = ({ trace_id, span_id, trace_flags, ...line }: Record<string, unknown>) => [
    ...[trace_id, span_id, trace_flags],
    line['animal_store.request.id'],
  ];
  t.match(lines, [
    { severity_text: 'ERROR', trace_id: TRACE, trace_flags: '01', 'exception.message': String },
    { severity_text: 'INFO', parent_span_id: SPAN, 'http.response.status_code': 500 },
    { severity_text: 'ERROR', trace_flags: '00' },
    { severity_text: 'INFO', 'http.response.status_code': 500 },
  ]);
  t.same(ids(lines[0]), ids(lines[1]));
  t.same(ids(lines[2]), ids(lines[3]));
  t.not(lines[0].trace_id, lines[2].trace_id);
  t.not(lines[0].span_id, SPAN);
});

/** What callers send, and the flags of the trace that is continued: none where it is not valid. */
const TRACES: [flags: string | undefined, ...traceparents: unknown[]][] = [
  ['01', VALID, `01-${TRACE}-${SPAN}-01`, `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`],
  ['00', `00-${TRACE}-${SPAN}-00`, `00-${TRACE}-${SPAN}-08`],
  ['03', `00-${TRACE}-${SPAN}-03`, `00-${TRACE}-${SPAN}-ff`],
  [undefined, undefined, '', [VALID], `${VALID}-`, `${VALID}-more`, `${VALID}\n`, ` ${VALID}`],
  [undefined, `00-${TRACE}-${SPAN}`, `00-${TRACE}-${SPAN}-1`, `00-${TRACE}-${SPAN}-011`],
  [undefined, `ff-${TRACE}-${SPAN}-01`, `0x-${TRACE}-${SPAN}-01`, `000-${TRACE}-${SPAN}-01`],
  [undefined, `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`],
  [undefined, `00-${TRACE.slice(1)}-${SPAN}-01`, `00-${TRACE}-${SPAN}0-01`, VALID.toUpperCase()],
  [undefined, `cc-${TRACE}-${SPAN}-01-more, ${VALID}`, VALID.replaceAll('-', '_')],
];

t.test('continues a valid trace with a span of its own, and begins one otherwise', async (t) => {
  for (const [flags, ...traceparents] of TRACES) {
    for (const traceparent of traceparents) {
      const { traceId, spanId, ...rest } = continueTrace(traceparent);
      t.match([traceId, spanId], [/^[\da-f]{32}$/, /^[\da-f]{16}$/]);
      t.not(spanId, SPAN);
      t.equal(traceId === TRACE, flags !== undefined, JSON.stringify(traceparent));
      t.strictSame(rest, flags ? { parentSpanId: SPAN, flags } : { flags: '00' });
    }
  }
});
