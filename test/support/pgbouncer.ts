import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { freePort } from '../../scripts/servers/ports.ts';
import { serverAccount } from '../../scripts/servers/postgres.ts';
import { launch } from '../../scripts/servers/process.ts';
import { temporaryFolder } from './databases.ts';
import { PATH } from './scripts.ts';

/**
 * Starts a real PgBouncer in transaction mode, which is stopped when the test ends.
 *
 * @param url of a database, for a user without a password
 * @param settings more of its settings, such as `query_wait_timeout = 1`
 * @returns the address for a pooler without sessions, and a function that freezes the pooler
 */
export async function startPgBouncer(t: Test, url: string, ...settings: string[]) {
  const cwd = await temporaryFolder(t);
  const account = serverAccount();
  if (account) await chown(cwd, account.uid, account.gid);
  const address = new URL(url);
  const { hostname, port, username } = address;
  const ownPort = await freePort();
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'max_client_conn = 200',
    ...settings,
  ];
  await writeFile(join(cwd, 'pgbouncer.ini'), lines.join('\n'));
  const pooler = launch(['pgbouncer', 'pgbouncer.ini'], { ...account, cwd, env: { PATH } });
  t.teardown(() => pooler.end('SIGKILL'));
  await pooler.waitFor(/process up/);
  address.port = String(ownPort);
  address.search = 'pgbouncer=true';
  return {
    url: address.href,
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => process.kill(pooler.pid, 'SIGSTOP'),
  };
}
