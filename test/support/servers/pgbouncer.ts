// A real PgBouncer, in front of a PostgreSQL server.

import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../scripts/servers/ports.ts';
import { serverAccount } from '../../../scripts/servers/postgres.ts';
import { launch } from '../../../scripts/servers/process.ts';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';

export interface PgBouncerOptions {
  /** How many connections it has to each database. */
  readonly poolSize?: number;
  /** More of its settings, such as `query_wait_timeout = 1`. */
  readonly settings?: readonly string[];
}

/**
 * Starts PgBouncer in transaction mode on a free port.
 *
 * @param url of a database, for a user without a password
 * @returns the running pooler, with the address as an operator writes it for one without sessions; or `undefined` on
 *   a machine without PgBouncer
 */
export async function startPgBouncer(url: string, options: PgBouncerOptions = {}) {
  const folder = await createTemporaryFolder();
  const port = await freePort();
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(file, settings(new URL(url), port, options));
  const account = serverAccount();
  if (account) await chown(folder.path, account.uid, account.gid);
  const pooler = launch(['pgbouncer', file], {
    ...account,
    cwd: folder.path,
    // Debian has it where only administrators look for programs.
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  try {
    await pooler.waitFor(/process up/);
  } catch (error) {
    await folder.remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const address = new URL(url);
  address.port = String(port);
  address.search = 'pgbouncer=true';
  return {
    url: address.href,
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => process.kill(pooler.pid, 'SIGSTOP'),
    async stop() {
      await pooler.end('SIGKILL');
      await folder.remove();
    },
  };
}

function settings({ hostname, port, username }: URL, ownPort: number, options: PgBouncerOptions) {
  return `[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${options.poolSize ?? 20}
max_client_conn = 200
${options.settings?.join('\n') ?? ''}
`;
}
