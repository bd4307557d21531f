// compose.yaml without Docker: its services run with its environment and its commands, on a real
// PostgreSQL and Redis.

import { spawnSync } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/databases.ts';
import { addWidget, startServer } from '../support/processes.ts';
import { readAsSample } from '../support/read-as-sample.ts';
import { ask, runScript, unlessInstalled } from '../support/scripts.ts';
import { execute } from '../support/servers/databases.ts';
import { freePort } from '../support/servers/ports.ts';
import { serverAccount } from '../support/servers/postgres.ts';
import { launch } from '../support/servers/process.ts';
import { DATABASE_PATIENCE } from '../support/servers/server.ts';
import { SAMPLE } from '../support/services.ts';
import { openPostgres } from '../support/test-postgres.ts';

const { services, configs } = parse(await readAsSample('compose.yaml'), { merge: true });

/** Everything that has a meaning in an address, in a shell or in SQL. */
const PASSWORDS: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: `own/#%?@:&=+$1 '"\\`,
  DATABASE_PASSWORD: `service/#%?@:&=+$1 '"\\%2F`,
  REDIS_PASSWORD: `redis/#%?@:&=+$1 '"\\%2F`,
};

/** Replaces `${NAME:?message}` and `${NAME:-default}`. */
function interpolate(text: string): string {
  return text.replaceAll(
    /\$\{(\w+):[?-]([^}]*)\}/g,
    (_, name, fallback) => PASSWORDS[name] ?? fallback,
  );
}

/** A password for everybody but the superuser of the tests. */
async function writeAccessRules(): Promise<string> {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'hba.conf');
  const superuser = 'host all postgres 127.0.0.1/32 trust';
  await writeFile(file, `${superuser}\nhost all all 127.0.0.1/32 scram-sha-256\n`);
  const account = serverAccount();
  if (account) {
    for (const path of [folder, file]) await chown(path, account.uid, account.gid);
  }
  return file;
}

const { url, NEEDS_POSTGRES } = await openPostgres([`hba_file=${await writeAccessRules()}`]);

/** Creates the database of compose.yaml. Its owner is no superuser here. */
async function createDatabase() {
  const { POSTGRES_USER: owner, POSTGRES_DB: name } = services.postgres.environment;
  const password = PASSWORDS.POSTGRES_PASSWORD?.replaceAll("'", "''");
  // A name of one word may have become one with a hyphen.
  const role = `CREATE ROLE "${owner}" LOGIN CREATEROLE PASSWORD '${password}'`;
  await execute(url, role, `CREATE DATABASE "${name}" OWNER "${owner}"`);
}

/** Starts the services that others need. @returns the environment of a service by its name */
async function startStores(t: Test) {
  await createDatabase();
  const postgres = new URL(url);
  const redisPort = await freePort();
  const command = services.redis.command.map(interpolate);
  const options = ['--port', String(redisPort), '--bind', '127.0.0.1'];
  const redis = launch([...command, ...options], { cwd: await temporaryFolder(t) });
  t.teardown(() => redis.end('SIGKILL'));
  await redis.waitFor(/Ready to accept connections/);
  return (service: string): Record<string, string> => {
    const entries = Object.entries<string>(services[service].environment).map(([name, value]) => {
      const text = interpolate(value)
        .replace('@postgres/', `@${postgres.host}/`)
        .replace(/^redis:\/\/redis:6379/, `redis://127.0.0.1:${redisPort}`);
      return [name, name === 'PGHOST' ? postgres.hostname : text];
    });
    const environment = Object.fromEntries(entries);
    return environment.PGHOST ? { ...environment, PGPORT: postgres.port } : environment;
  };
}

/** What the role must not do. */
const FORBIDDEN = [
  'DELETE FROM customers',
  'UPDATE key_events SET id = id',
  'DELETE FROM key_events',
  'DELETE FROM _prisma_migrations',
  'TRUNCATE widgets CASCADE',
  'DROP TABLE shipments',
  'ALTER TABLE widgets ADD COLUMN x INT',
  'CREATE TABLE x (id INT)',
  'CREATE TEMPORARY TABLE x (id INT)',
  "SELECT setval('widgets_id_seq', 1)",
  'CREATE ROLE x',
];

const NEEDS = { skip: NEEDS_POSTGRES.skip || unlessInstalled('psql', 'redis-server') };

t.test('the service runs as a role that can do nothing else', NEEDS, async (t) => {
  const environmentOf = await startStores(t);
  const [migrate, grants, api] = ['migrate', 'grants', 'api'].map(environmentOf);
  const psql = (environment = {}, ...args: string[]) =>
    spawnSync('psql', args, { env: { ...process.env, ...environment }, encoding: 'utf8' });
  const grant = (more: Record<string, string> = {}) => {
    const [, ...options] = services.grants.command;
    const files = options.map((it: string) =>
      it.replace('/grants.sql', join(SAMPLE.folder, configs.grants.file)),
    );
    return psql({ ...grants, ...more }, '--quiet', ...files);
  };
  t.match(await runScript(t, 'scripts/migrate.ts', [], { settings: migrate ?? {} }), { code: 0 });
  t.match(grant(), { status: 0, stderr: '' });
  t.match(grant(), { status: 0, stderr: '' }, 'again, after the next migration');

  const settings: Record<string, string> = {
    ...api,
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    ...DATABASE_PATIENCE,
  };
  const keys = async (...args: string[]) => {
    const ended = await runScript(t, 'scripts/keys/index.ts', ['--json', ...args], { settings });
    t.match(ended, { code: 0, stderr: '' }, args.join(' '));
    return ended.stdout;
  };
  const { key, id } = JSON.parse(await keys('create', '--name', 'Ada', '--plan', 'free'));
  const seed = ['--widgets', '2', '--shipments', '2'];
  t.match(await runScript(t, 'scripts/seed.ts', seed, { settings }), { code: 0 });

  // Without Redis it counts in the database.
  const { REDIS_URL: _, REDIS_PASSWORD: __, ...alone } = settings;
  for (const environment of [settings, alone]) {
    const service = await startServer(t, { ...environment, BAN_AFTER_REJECTIONS: '1' });
    for (const idempotencyKey of [undefined, 'once', 'once']) {
      t.equal((await addWidget(service.origin, key, { idempotencyKey })).status, 201);
    }
    for (const path of ['/v1/widgets', '/v1/widgets/1', '/v1/store/shipments']) {
      t.equal((await ask(service.origin + path, `Bearer ${key}`)).status, 200, path);
    }
    t.match(await (await fetch(`${service.origin}/readyz`)).json(), { status: 'ready' });
    const { code, stdout } = await service.end('SIGTERM');
    t.equal(code, 0);
    t.notMatch(stdout, 'permission denied');
  }
  await keys('set-plan', String(id), '--plan', 'pro');
  await keys('revoke', String(id));

  const stored = ['--tuples-only', '--command', 'SELECT count(*) FROM day_usages'];
  t.match(psql(grants, ...stored).stdout, /^ +1\n/);

  const role = { ...grants, PGUSER: 'sample_service_service', PGPASSWORD: api?.DATABASE_PASSWORD };
  const own = 'UPDATE widgets SET id = id; DELETE FROM shipments; DELETE FROM widgets';
  t.equal(psql(role, '--command', own).status, 0, 'all with rows of its own tables');
  const expired = 'DELETE FROM idempotency_keys; DELETE FROM key_usages';
  t.equal(psql(role, '--command', expired).status, 0);
  for (const sql of FORBIDDEN) {
    const { status, stderr } = psql(role, '--command', sql);
    t.equal(status, 1, sql);
    t.match(stderr, /permission denied|must be owner/, sql);
  }
  const old = 'INSERT INTO key_events (at, actor, action, api_key_id, customer_id, detail)';
  const since = (days: number) =>
    `${old} VALUES (now() - interval '${days} days', 'ada', 'revoked', 1, 1, '')`;
  const events = ['--tuples-only', '--command', 'SELECT count(*) FROM key_events'];
  const count = () => Number(psql(role, ...events).stdout);
  const before = count();
  t.equal(psql(grants, '--command', `${since(41)}; ${since(39)}`).status, 0);
  t.match(grant({ KEY_EVENTS_DAYS: '40' }), { status: 0, stderr: '' });
  t.equal(psql(role, '--command', 'DELETE FROM key_events').status, 0);
  t.equal(count(), before + 1, 'only what is old can be removed, if anything');
  t.match(grant(), { status: 0, stderr: '' });
  t.equal(psql(role, '--command', 'DELETE FROM key_events').status, 1);

  const migration = 'CREATE TABLE shops (id SERIAL PRIMARY KEY)';
  t.equal(psql(grants, '--command', migration).status, 0);
  const insert = 'INSERT INTO shops DEFAULT VALUES';
  t.equal(psql(role, '--command', insert).status, 0, 'a table of a later migration');
  t.match(grant(), { status: 0, stderr: '' });
  t.equal(psql(role, '--command', insert).status, 0, 'also when the file has run again');
});
