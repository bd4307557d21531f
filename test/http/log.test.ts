import { register } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as endOfTick } from 'node:timers/promises';
import t from 'tap';
import { batchedLog, prettyLog } from '../../src/http/log.ts';
import { openStore } from '../helper.ts';

const LINE =
  '{"level":30,"time":0,"pid":1,"hostname":"a","reqId":"abc","msg":"request completed"}\n';

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
    if (written.includes('request completed')) break;
  }
  t.match(written, /INFO.*: .*request completed/);
  t.notMatch(written, /"level"|hostname/);
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
    /"msg":"nobody has read the log: (\d+) lines dropped"\}\nagain\n$/.exec(text) ?? [];
  t.equal(kept + Number(dropped), 3_000);
});

t.test('redacts the Authorization header wherever headers are logged', async (t) => {
  const { app, key, log } = await openStore(t, { LOG_LEVEL: 'info' });
  const request = { headers: { authorization: `Bearer ${key}`, host: 'store' } };
  const err = Object.assign(new Error('failed'), request, { request, config: request });
  app.log.error({ err }, 'the error of a library, with a request');
  app.log.info({ ...request, request }, 'a request that a developer logs');
  app.log.info({ err: { headers: { Authorization: key } } });
  t.equal(log.length, 3);
  for (const line of log) {
    t.notOk(line.includes(key), line);
    t.match(line, /\[Redacted\]/);
  }
});
