import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { openDatabase } from '../../src/database/index.ts';
import { startServer } from '../support/processes.ts';
import { mountSecret } from '../support/rotation.ts';
import { ask, runScript } from '../support/scripts.ts';
import { startPostgres } from '../support/servers/postgres.ts';

/*
 * The password of PostgreSQL is changed while the service runs.
 */

const PASSWORDS = ['first-secret', 'second-secret', 'third-secret'] as const;

t.test('a password in a file is changed without a restart', async (t) => {
  const server = await startPostgres();
  if (!server && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
  if (!server) return t.comment('skipped: there is no PostgreSQL on this machine');
  t.teardown(() => server.stop());
  const { client, close } = await openDatabase(server.url, { isTimed: false });
  t.teardown(close);
  const run = (sql: string) => client.$executeRawUnsafe(sql);
  const [{ file } = { file: '' }] = await client.$queryRaw<
    { file: string }[]
  >`SELECT current_setting('hba_file') AS file`;
  const rules = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'];
  await run(`COPY (SELECT unnest(ARRAY['${rules.join("','")}'])) TO '${file}'`);
  await client.$queryRaw`SELECT pg_reload_conf()`;
  await run(`CREATE ROLE keeper LOGIN PASSWORD '${PASSWORDS[0]}'`);
  await run('CREATE DATABASE store OWNER keeper');

  const { host } = new URL(server.url);
  const urlWith = (password: string) => `postgresql://keeper:${password}@${host}/store`;
  const secret = await mountSecret(t, `${urlWith(PASSWORDS[0])}\n`);
  const settings = { DATABASE_URL_FILE: secret.path };
  t.equal((await runScript(t, 'scripts/migrate.ts', [], { settings })).code, 0);
  t.equal((await runScript(t, 'scripts/seed.ts', ['--pets', '1'], { settings })).code, 0);
  const create = ['create', '--name', 'A', '--plan', 'business', '--json'];
  const { stdout } = await runScript(t, 'scripts/keys.ts', create, { settings });
  const { key } = JSON.parse(stdout);
  const service = await startServer(t, settings);
  const list = async () => (await ask(`${service.origin}/v1/pets`, `Bearer ${key}`)).status;
  const endConnections = () =>
    run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE usename = 'keeper'`);
  await service.waitFor(new RegExp(`PostgreSQL ${host}/store, no Redis`));
  t.equal(await list(), 200);

  for (const password of PASSWORDS.slice(1)) {
    await run(`ALTER ROLE keeper PASSWORD '${password}'`);
    // Connections that are open stay so: a new one would be rejected.
    while ((await list()) !== 200) await wait(50);
    await secret.replace(urlWith(password));
    await endConnections();
    while ((await list()) !== 200) await wait(50);
    await service.waitFor(/new connections use what \S+ holds now/);
  }

  await secret.replace('');
  await endConnections();
  while ((await list()) !== 200) await wait(50);
  await service.waitFor(/is empty\. Its last content is used/);

  await run(`ALTER ROLE keeper PASSWORD '${PASSWORDS[0]}'`);
  await endConnections();
  while ((await list()) !== 503) await wait(50);
  await service.waitFor(/password authentication failed/);
  await secret.replace(urlWith(PASSWORDS[0]));
  while ((await list()) !== 200) await wait(50);

  const { code, stdout: log } = await service.end('SIGTERM');
  t.equal(code, 0);
  t.notMatch(log, /-secret/);
  t.equal(log.split('Its last content is used').length, 2, 'logged once');
});
