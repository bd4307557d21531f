import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { register } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as endOfTick } from 'node:timers/promises';
import t from 'tap';
import { batchedLog, lineStart, prettyLog } from '../../src/http/log.ts';
import { FIELDS } from '../../src/http/log-fields.ts';
import { createRequestLog } from '../../src/http/request-log.ts';
import { openStore, stopClock } from '../helper.ts';

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

t.test('stays JSON on a terminal without pino-pretty', async (t) => {
  register(`data:text/javascript,${encodeURIComponent(NOT_INSTALLED)}`);
  t.equal(await prettyLog(false, terminal()), undefined);
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

t.test('stays JSON in production, and without a terminal', async (t) => {
  t.equal(await prettyLog(true, terminal()), undefined);
  t.equal(await prettyLog(false, new PassThrough()), undefined);
});

t.test(
  'writes the lines of a tick together, and the last ones when the process exits',
  async (t) => {
    const written: string[] = [];
    const output = new Writable({
      decodeStrings: false,
      write: (text, _encoding, done) => {
        written.push(text);
        done();
      },
    });
    const log = batchedLog(output);
    log.write('a\n');
    log.write('b\n');
    t.same(written, []);
    await endOfTick();
    t.same(written, ['a\nb\n']);
    log.write('c\n');
    const [flush] = process.listeners('exit').slice(-1);
    flush?.(0);
    t.same(written, ['a\nb\n', 'c\n']);
    output.emit('error', new Error('the reader has gone'));
  },
);

t.test('drops and counts lines while nobody reads them', async (t) => {
  const written: string[] = [];
  const waiting: (() => void)[] = [];
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      written.push(text);
      waiting.push(done);
    },
  });
  const log = batchedLog(output);
  const line = `${'x'.repeat(999)}\n`;
  for (let i = 0; i < 3_000; i += 1) {
    log.write(line);
    if (i % 100 === 0) await endOfTick();
  }
  t.ok(output.writableLength <= 1_200_000, `${output.writableLength} characters are kept`);
  while (waiting.length > 0) {
    waiting.shift()?.();
    await endOfTick();
  }
  log.write('again\n');
  await endOfTick();
  while (waiting.length > 0) {
    waiting.shift()?.();
    await endOfTick();
  }
  const text = written.join('');
  const kept = text.split(line).length - 1;
  const [, dropped] =
    /"body":"nobody has read the log: (\d+) lines dropped"\}\nagain\n$/.exec(text) ?? [];
  t.equal(kept + Number(dropped), 3_000);
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
  for (const line of log) {
    t.match(JSON.parse(line), {
      severity_text: 'ERROR',
      severity_number: 17,
      'exception.type': 'Error',
      'exception.message': 'no connection: no route',
      'exception.stacktrace':
        /^Error: no connection\n +at .*\ncaused by: TypeError: no route\n +at /s,
      'error.type': 'ECONNREFUSED',
    });
  }
  t.match(JSON.parse(log[0] ?? ''), { body: 'failed', 'animal_store.count': 3 });
  t.match(JSON.parse(log[1] ?? ''), { body: 'no connection' });
  app.log.warn({ err: 'a text' }, 'thrown');
  t.match(JSON.parse(log[2] ?? ''), {
    'exception.type': 'string',
    'exception.message': 'a text',
    'exception.stacktrace': undefined,
  });
});

t.test('has a name for every field that the code logs', async (t) => {
  const known = new Set(['err', ...Object.keys(FIELDS)]);
  for (const file of await readdir('src', { recursive: true })) {
    if (!file.endsWith('.ts')) continue;
    const code = await readFile(`src/${file}`, 'utf8');
    for (const [, fields = ''] of code.matchAll(/\blog\.\w+\(\s*\{([^}]*)\}/g)) {
      const names = fields.split(',').flatMap((field) => /^\s*(\w+)/.exec(field)?.[1] ?? []);
      t.same(
        names.filter((name) => !known.has(name)),
        [],
        `${file}: ${fields}`,
      );
    }
  }
});

t.test('gives every line of a request its id and trace, whatever its level', async (t) => {
  const { app, log } = await openStore(t, { LOG_LEVEL: 'trace' });
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const request = { headers } as unknown as IncomingMessage;
  const own = createRequestLog(app.log, { requestId: 'mine' }, {}, request);
  const { length } = log;
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
  for (const level of levels) own[level]({ count: 1 }, level);
  own.child({ apiKeyId: 7 }).info('a child');
  own.silent('nothing');
  t.equal(own.level, 'trace');
  const lines = log.slice(length).map((line) => JSON.parse(line));
  t.match(
    lines,
    [...levels, 'info' as const].map((level) => ({
      severity_text: level.toUpperCase(),
      'animal_store.request.id': 'mine',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      trace_flags: '01',
    })),
  );
  t.match(lines.at(-1), { 'animal_store.api_key.id': 7, body: 'a child' });
  t.equal(new Set(lines.map(({ span_id }) => span_id)).size, 1);
  t.same(
    lines.slice(0, 6).map(({ severity_number }) => severity_number),
    [1, 5, 9, 13, 17, 21],
  );
});

t.test('lines of one millisecond have one time, and later ones another', async (t) => {
  const advance = stopClock(t);
  const start = lineStart('info');
  const first = start();
  t.equal(JSON.parse(`${first}}`).timestamp, new Date(Date.now()).toISOString());
  t.equal(start(), first);
  advance(0.001);
  t.equal(JSON.parse(`${start()}}`).timestamp, new Date(Date.now()).toISOString());
});
