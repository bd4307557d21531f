// How the process of the service starts and stops, and what it says to whom.

import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { listenHost } from '../../src/platform/config/index.ts';
import { explainListenError } from '../../src/platform/http/listen-errors.ts';
import {
  emptyDatabase,
  grantRights,
  laterHistory,
  NEEDS_POSTGRES,
  open,
} from '../support/both-databases.ts';
import { temporaryFolder } from '../support/databases.ts';
import { listenOn } from '../support/raw-http.ts';
import {
  ask,
  listening,
  root,
  runScript,
  startProcess,
  startScript,
  unlessInstalled,
} from '../support/scripts.ts';
import { applyMigrations } from '../support/service-database.ts';
import packageJson from './service/package.json' with { type: 'json' };

const SERVER = 'src/server.ts';
const SOURCE = 'test/platform/service/src/server.ts';
const ANY_PORT = { PORT: '0' };
const LOUD = 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.';

t.test('the first start of an empty store prints a key and a request that works', async (t) => {
  const cwd = await temporaryFolder(t);
  const first = await startScript(t, SERVER, [], { cwd, settings: { ...ANY_PORT, HOST: '::' } });
  const [, version, node] = await first.waitFor(
    /Sample Service (\S+) \([\w-]+\) on Node (\S+), SQLite \/.+\/data\/sample-service\.db, no Redis"/,
  );
  t.strictSame([version, node], [packageJson.version, process.versions.node]);
  const [, command, authorization] = await first.waitFor(
    /\n {2}(curl .* -H "Authorization: (Bearer smp_\w+)".*)\n/,
  );
  const [, docs] = await first.waitFor(/Documentation: (http:\/\/localhost:\S+)\n/);
  if (unlessInstalled('curl') === false) {
    const { stdout } = await startProcess(t, ['sh', '-c', String(command)], {}).ended;
    t.match(stdout, /^HTTP\/1\.1 201 .*"id":1,/s);
  }
  t.equal((await ask(String(docs))).status, 200);
  t.ok(existsSync(join(cwd, 'data/sample-service.db')), 'the store is at the default path');
  const ended = await first.end('SIGTERM');
  t.equal(ended.code, 0);
  t.equal(new Set(ended.stdout.match(/smp_\w+/g)).size, 1);

  const second = await startScript(t, SERVER, [], { cwd, settings: ANY_PORT });
  const origin = await listening(second);
  t.equal((await ask(`${origin}/v1/widgets`, authorization)).status, 200, 'the key still works');
  const [{ code, stdout }] = await Promise.all([second.end('SIGINT'), second.end('SIGINT')]);
  t.equal(code, 0, 'a repeated signal changes nothing');
  t.notMatch(stdout, /smp_/, 'and no other is printed');
  t.match(stdout, /Lost the API key\? Create another:\n\n {2}npm run --silent keys -- create /);
});

t.test('nothing is learned of how long objects live', async (t) => {
  const flags = ['--trace-gc', '--trace-pretenuring-statistics', '--max-semi-space-size=1'];
  const cwd = await temporaryFolder(t);
  const settings = { ...ANY_PORT, DATABASE_URL: `file:${join(cwd, 'store.db')}` };
  const server = startProcess(t, [process.execPath, ...flags, SOURCE], { cwd: root, settings });
  const origin = await listening(server);
  for (let i = 0; i < 10; i += 1) {
    await Promise.all(Array.from({ length: 50 }, () => ask(`${origin}/v1/widgets`)));
  }
  const { stdout } = await server.end('SIGTERM');
  const [, later = ''] = stdout.split('Server listening at');
  t.match(later, /Scavenge/);
  t.notMatch(later, /pretenuring/);
});

t.test('tells what it warns of, what it is, and how to try it', async (t) => {
  const url = await emptyDatabase(t, 'sqlite');
  const file = url.slice('file:'.length);
  const history = await laterHistory('sqlite', { '2999_later': 'CREATE TABLE later (id integer)' });
  await applyMigrations(url, { history });
  if (process.platform !== 'win32') await chmod(file, 0o644);
  const settings = { ...ANY_PORT, DATABASE_URL: url };
  const start = (more: Record<string, string> = {}) =>
    startProcess(t, [process.execPath, SOURCE], { cwd: root, settings: { ...settings, ...more } });
  const server = start({ REDIS_URL: 'redis://ada:secret@127.0.0.1:1/' });
  const [, key = '', origin] = await server.waitFor(
    /only this once:\n\n {2}(smp_\w+)\n.*\n\nDocumentation: (http:\S+)\/docs\n/s,
  );
  const { status, headers } = await ask(`${origin}/v1/widgets`, `Bearer ${key}`);
  t.strictSame([status, headers.get('x-ratelimit-limit')], [200, '60'], 'on the first plan');
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(stdout, 'secret');
  const lines = stdout.match(/^\{.*\}$/gm)?.map((line) => JSON.parse(line)) ?? [];
  const said = lines.map(({ severity_text: level, body }) => `${level} ${body}`);
  const about = `Sample Service ${packageJson.version} (not built) on Node ${process.versions.node}`;
  for (const line of [
    'WARN The database has migration 2999_later, which only a newer version knows',
    `WARN Other users can read or write ${file}: restrict it with chmod go-rwx`,
    `INFO ${about}, SQLite ${file}, Redis 127.0.0.1:1`,
  ]) {
    t.equal(said.filter((one) => one === line).length, 1, line);
  }
  t.match(stdout, `curl -i "${origin}/v1/widgets"`, 'a request to paste');
  const { client } = await open(t, url);
  t.match(await client.customer.findMany(), [{ name: 'First customer', plan: 'free' }]);
  const again = start();
  await again.waitFor(/ keys -- create --name Me --plan free\n\nDocumentation: /);
  t.notMatch((await again.end('SIGTERM')).stdout, /smp_/);
});

t.test('a start that fails leaves nothing that keeps it running', async (t) => {
  const port = await listenOn(t, createServer());
  const inUse = `PORT ${port} of 127.0.0.1 is in use. Set another PORT.\n`;
  for (const [settings, expected] of [
    [{ PORT: String(port), METRICS_PORT: '0', LOG_LEVEL: 'silent' }, inUse],
    [
      { PORT: '0', DATABASE_URL: 'postgresql://user:secret@0.0.0.0:1/widgets' },
      /^warn: .* is not encrypted: .*\nThe database cannot be opened: .+\n$/,
    ],
  ] as const) {
    const url = await emptyDatabase(t, 'sqlite');
    const { ended } = startProcess(t, [process.execPath, 'scripts/run.js', SOURCE], {
      cwd: root,
      settings: { DATABASE_URL: url, ...settings },
    });
    const { code, stdout, stderr } = await ended;
    t.strictSame([code, stdout], [1, '']);
    t.match(stderr, expected);
    t.notOk(existsSync(`${url.slice('file:'.length)}-wal`), 'its database is closed');
  }
});

t.test('in production no key is printed, and no secret of an address', async (t) => {
  const REDIS_URL = 'redis://ada:secret@127.0.0.1:1/2?password=secret';
  const settings = { ...ANY_PORT, NODE_ENV: 'production', REDIS_URL };
  const server = await startScript(t, SERVER, [], { settings });
  const origin = await listening(server);
  t.equal((await ask(`${origin}/v1/widgets`)).status, 401);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.match(stdout, 'Redis 127.0.0.1:1/2"');
  t.notMatch(stdout, /smp_|secret/);
});

/** Settings with which the service does not start, and its message. */
const FAULTY: [settings: Record<string, string>, stderr: string | RegExp][] = [
  [
    { PORT: '65536', DATABASE_URL: 'mysql://db/widgets', LOG_LEVEL: 'loud' },
    `PORT must be at most 65535.\nDATABASE_URL must start with file: or postgresql://.\n${LOUD}\n`,
  ],
  [
    { DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/widgets' },
    /^The database cannot be opened: .+\n$/,
  ],
  // A warning may name the cause.
  [
    { DATABASE_URL: 'postgresql://user:secret@0.0.0.0:1/widgets' },
    /^warn: .* is not encrypted: .*\nThe database cannot be opened: .+\n$/,
  ],
  [{ HOST: '192.0.2.1' }, 'HOST 192.0.2.1 is not an address of this machine.\n'],
  // Which of both has failed cannot be told by the port.
  [
    { METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' },
    'METRICS_HOST 192.0.2.1 is not an address of this machine.\n',
  ],
];

t.test('says what is wrong with each setting in one line, without secrets', async (t) => {
  for (const [settings, expected] of FAULTY) {
    const ended = await runScript(t, SERVER, [], { settings: { ...ANY_PORT, ...settings } });
    t.match(ended, { code: 1, stdout: '', stderr: expected });
    t.notMatch(ended.stderr, /secret/);
  }
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, '.env'), 'PORT=many\nLOG_LEVEL=loud\n');
  const { code, stderr } = await runScript(t, SERVER, [], { cwd, settings: ANY_PORT });
  t.strictSame([code, stderr], [1, `${LOUD}\n`], 'the environment takes precedence over a file');
  for (const text of ['\ufeffLOG_LEVEL=loud', Buffer.from('\ufeffLOG_LEVEL=loud', 'utf16le')]) {
    await writeFile(join(cwd, '.env'), text);
    const marked = await runScript(t, SERVER, [], { cwd, settings: ANY_PORT });
    t.match(marked, { code: 1, stderr: '.env must be UTF-8 without a byte order mark.\n' });
  }
});

t.test('does not start on a schema that is behind', NEEDS_POSTGRES, async (t) => {
  const url = await emptyDatabase(t, 'postgresql');
  const settings = { ...ANY_PORT, DATABASE_URL: url };
  // Otherwise there may be no role yet.
  await grantRights(url);
  const stderr =
    /^The database lacks .+\. Run: npm run migrate, or node dist\/scripts\/migrate\.js\n$/;
  t.match(await runScript(t, SERVER, [], { settings }), { code: 1, stdout: /^$/, stderr });
  t.equal((await runScript(t, 'scripts/migrate.ts', [], { settings })).code, 0);
  await grantRights(url);
  const server = await startScript(t, SERVER, [], { settings });
  t.equal((await ask(`${await listening(server)}/v1/widgets`)).status, 401);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(stdout, /smp_/, 'only an embedded database gets a first key');
});

t.test('each command says in one line that its port is in use, before it builds', async (t) => {
  const port = await listenOn(t, createServer());
  const settings = { HOST: '127.0.0.1', PORT: String(port) };
  const stderr = `PORT ${port} of 127.0.0.1 is in use. Set another PORT.\n`;
  for (const script of ['scripts/start.ts', 'scripts/dev.ts', 'scripts/mock.ts', SERVER]) {
    t.match(await runScript(t, script, [], { settings }), { code: 1, stderr }, script);
  }
  const metrics = { ...settings, PORT: '0', METRICS_PORT: String(port) };
  t.match(await runScript(t, SERVER, [], { settings: metrics }), {
    code: 1,
    stderr: `METRICS_${stderr.replace('another ', 'another METRICS_')}`,
  });
});

/** What Node says of a failure to listen on a host, and the message for the operator. */
const LISTEN_ERRORS = [
  ['::1', { code: 'EACCES', port: 80 }, 'PORT 80 is reserved for root. Set one of 1024 or more.'],
  ['::', { code: 'EAFNOSUPPORT', address: '::' }, 'HOST :: is not an address of this machine.'],
  ['none', { code: 'EAI_AGAIN', hostname: 'none' }, 'HOST none has no address.'],
  [
    'localhost',
    { code: 'EADDRINUSE', port: 80, address: '::1' },
    'PORT 80 of localhost (::1) is in use. Set another PORT.',
  ],
  ['::1', { code: 'EMFILE' }, undefined],
] as const;

/** Of a port that several processes may listen on. */
const SHARED_LISTEN_ERRORS = [
  [
    { code: 'EADDRINUSE', port: 80, address: '::1' },
    'PORT 80 of ::1 is in use by a process without REUSE_PORT=true, or of another user. ' +
      'Set another PORT.',
  ],
  [{ code: 'ENOTSUP' }, 'This system has no REUSE_PORT, which Linux has. Set REUSE_PORT=false.'],
] as const;

t.test('all addresses of the image are those that the kernel has, also without IPv6', (t) => {
  t.same(['::', '0.0.0.0', '::1'].map(listenHost), ['', '0.0.0.0', '::1']);
  t.end();
});

t.test('a failure to listen names the setting to change', (t) => {
  for (const [host, properties, message] of LISTEN_ERRORS) {
    const error = Object.assign(new Error('as it was'), properties);
    const expected = message?.replaceAll(/PORT|HOST/g, 'METRICS_$&') ?? 'as it was';
    t.equal(explainListenError(error, { host }).message, message ?? 'as it was');
    t.equal(explainListenError(error, { prefix: 'METRICS_', host }).message, expected);
  }
  for (const [properties, message] of SHARED_LISTEN_ERRORS) {
    const error = Object.assign(new Error('as it was'), properties);
    t.equal(explainListenError(error, { host: '::1', reusePort: true }).message, message);
  }
  t.end();
});
