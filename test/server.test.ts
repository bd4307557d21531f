import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { temporaryFolder } from './support/databases.ts';
import {
  ask,
  listening,
  runScript,
  scratchCopy,
  startProcess,
  startScript,
} from './support/scripts.ts';
import { startPostgres } from './support/servers/postgres.ts';

const SERVER = 'src/server.ts';
const ANY_PORT = { PORT: '0' };

const postgres = await startPostgres();
t.teardown(() => postgres?.stop());
const needsPostgres = {
  skip: postgres || process.env.CI ? false : 'PostgreSQL is not installed on this machine',
};

t.test('the first start of an empty store prints a key and a request that works', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startScript(t, SERVER, [], { cwd, settings: ANY_PORT });
  const [, authorization, url] = await server.waitFor(
    /\n {2}curl -H 'Authorization: (Bearer ask_\w+)' (\S+)\n/,
  );
  const [, docs] = await server.waitFor(/Documentation: (\S+)\n/);

  const response = await ask(String(url), authorization);
  t.equal(response.status, 200);
  t.same(await response.json(), []);
  t.equal((await ask(String(docs))).status, 200);
  t.ok(existsSync(join(cwd, 'data/animal-store.db')), 'the store is at the default path');

  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.equal(new Set(stdout.match(/ask_\w+/g)).size, 1);

  t.test('the key still works after a second start, which prints no other', async (t) => {
    const server = await startScript(t, SERVER, [], { cwd, settings: ANY_PORT });
    const origin = await listening(server);
    const response = await ask(`${origin}/v1/pets`, authorization);
    t.equal(response.status, 200);
    const { code, stdout } = await server.end('SIGINT');
    t.equal(code, 0);
    t.notMatch(stdout, /ask_/);
  });
});

t.test('no key is printed in production', async (t) => {
  const settings = { ...ANY_PORT, NODE_ENV: 'production' };
  const server = await startScript(t, SERVER, [], { settings });
  const origin = await listening(server);
  t.equal((await ask(`${origin}/v1/pets`)).status, 401);
  const { code, stdout } = await server.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(stdout, /ask_/);
});

t.test('an IPv6 address is printed in brackets', async (t) => {
  const server = await startScript(t, SERVER, [], { settings: { ...ANY_PORT, HOST: '::1' } });
  const [, docs] = await server.waitFor(/Documentation: (http:\/\/\[::1\]:\S+)\n/);
  t.equal((await ask(String(docs))).status, 200);
});

/** Beyond it the system lets no connection wait, whatever the service asks for. */
const SYSTEM_BACKLOG_FILE = '/proc/sys/net/core/somaxconn';
const systemBacklog = existsSync(SYSTEM_BACKLOG_FILE)
  ? Number(readFileSync(SYSTEM_BACKLOG_FILE, 'utf8'))
  : 0;
const needsBacklog = { skip: systemBacklog >= 4_096 ? false : 'the system lets fewer wait' };

t.test('lets thousands of connections wait while it is busy', needsBacklog, async (t) => {
  const server = await startScript(t, SERVER, [], { settings: ANY_PORT });
  const { port } = new URL(await listening(server));
  process.kill(server.pid, 'SIGSTOP');
  t.teardown(() => process.kill(server.pid, 'SIGCONT'));
  let connectedCount = 0;
  for (let i = 0; i < 3_000; i += 1) {
    const socket = connect(Number(port), '127.0.0.1', () => {
      connectedCount += 1;
    });
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
  }
  const endMs = performance.now() + 5_000;
  while (connectedCount < 3_000 && performance.now() < endMs) await wait(20);
  t.equal(connectedCount, 3_000);
});

t.test('a repeated signal changes nothing', async (t) => {
  const server = await startScript(t, SERVER, [], { settings: ANY_PORT });
  await listening(server);
  const [{ code }] = await Promise.all([server.end('SIGINT'), server.end('SIGINT')]);
  t.equal(code, 0);
});

t.test('invalid settings are reported, each on a line of its own', async (t) => {
  const settings = { PORT: '65536', DATABASE_URL: 'mysql://db/pets', LOG_LEVEL: 'loud' };
  t.same(await runScript(t, SERVER, [], { settings }), {
    code: 1,
    stdout: '',
    stderr: [
      'PORT must be at most 65535.',
      'DATABASE_URL must start with file: or postgresql://.',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
      '',
    ].join('\n'),
  });
});

t.test('a variable that resembles a setting is reported', async (t) => {
  const settings = { ...ANY_PORT, DATABSE_URL: 'postgresql://user:secret@db/pets' };
  for (const script of [SERVER, 'scripts/migrate.ts']) {
    t.same(await runScript(t, script, [], { settings }), {
      code: 1,
      stdout: '',
      stderr: 'DATABSE_URL is not a setting. Did you mean DATABASE_URL?\n',
    });
  }
});

t.test('starts on Kubernetes beside a service with the name of a setting', async (t) => {
  const settings = { ...ANY_PORT, METRICS_PORT: 'tcp://10.0.0.1:9090' };
  const server = await startScript(t, SERVER, [], { settings });
  await server.waitFor(/"severity_text":"WARN".*METRICS_PORT is the address of a service/);
  await listening(server);
  t.equal((await server.end('SIGTERM')).code, 0);
});

t.test('settings can come from a file, and the environment takes precedence', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, '.env'), 'PORT=many\nLOG_LEVEL=loud\n');
  const { code, stderr } = await runScript(t, SERVER, [], { cwd, settings: ANY_PORT });
  t.equal(code, 1);
  t.equal(stderr, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.\n');
});

t.test('a port that is in use is reported in one line', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.teardown(() => other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  t.same(await runScript(t, SERVER, [], { settings: { PORT: String(port) } }), {
    code: 1,
    stdout: '',
    stderr: `listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  });
});

t.test('a database server that cannot be reached is reported in one line', async (t) => {
  const settings = { ...ANY_PORT, DATABASE_URL: 'postgresql://user:secret@127.0.0.1:1/pets' };
  const { code, stdout, stderr } = await runScript(t, SERVER, [], { settings });
  t.equal(code, 1);
  t.equal(stdout, '');
  t.match(stderr, /^The database cannot be opened: .+\n$/);
  t.notMatch(stderr, /secret/);
});

t.test(
  'does not start on a database server whose schema is behind until it is migrated',
  needsPostgres,
  async (t) => {
    if (!postgres) throw new Error('CI needs PostgreSQL.');
    const settings = { ...ANY_PORT, DATABASE_URL: postgres.url };
    const { code, stdout, stderr } = await runScript(t, SERVER, [], { settings });
    t.equal(code, 1);
    t.equal(stdout, '');
    t.match(
      stderr,
      /^The database lacks \w+(, \w+)*\. Run: npm run migrate, or node dist\/scripts\/migrate\.js\n$/,
    );

    t.equal((await runScript(t, 'scripts/migrate.ts', [], { settings })).code, 0);
    const server = await startScript(t, SERVER, [], { settings });
    const origin = await listening(server);
    t.equal((await ask(`${origin}/v1/pets`)).status, 401);
    const ended = await server.end('SIGTERM');
    t.equal(ended.code, 0);
    t.notMatch(ended.stdout, /ask_/, 'only an embedded store gets a first key');
  },
);

t.test('npm start builds and starts, and a signal to npm reaches the server', async (t) => {
  const cwd = await scratchCopy(t);
  const npm = startProcess(t, ['npm', 'start'], { cwd, settings: ANY_PORT });
  const origin = await listening(npm);
  t.equal((await ask(`${origin}/docs`)).status, 200);
  t.equal((await npm.end('SIGTERM')).code, 0);
  await t.rejects(fetch(`${origin}/docs`), 'nothing listens any more');
});
