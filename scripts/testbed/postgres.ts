// A real PostgreSQL server in a temporary folder, since a stand-in would only prove what holds for the stand-in.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { freePort } from './ports.ts';
import { endServer, untilReady } from './server-process.ts';

export type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

/** PostgreSQL does not run as root: there it runs as the account "nobody". */
export const NOBODY = { uid: 65_534, gid: 65_534 };

/**
 * Starts a PostgreSQL server of its own on a free port, with `fsync` on.
 *
 * @returns the running server, or `undefined` on a machine without PostgreSQL
 */
export async function startPostgres() {
  const binaries = findBinaries();
  if (!binaries) return undefined;

  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  const folder = await createTemporaryFolder();
  if (account) await chown(folder.path, account.uid, account.gid);
  const options = { ...account, cwd: folder.path, env: { LC_ALL: 'C' } };

  const initdb = '--pgdata=data --username=postgres --auth=trust --encoding=UTF8 --no-sync';
  await promisify(execFile)(join(binaries, 'initdb'), initdb.split(' '), options);

  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    // A time zone other than UTC, so that a test fails where an instant depends on it.
    'timezone=America/St_Johns',
  ];
  const parameters = settings.flatMap((setting) => ['-c', setting]);
  const launch = () => {
    const server = spawn(join(binaries, 'postgres'), ['-D', 'data', ...parameters], options);
    endWithThisProcess(server);
    return untilReady(server, 'database system is ready to accept connections');
  };
  let server = await launch();
  /** Ends the server as a power cut would, by an immediate shutdown: nothing is flushed, connections break. */
  const kill = () => endServer(server, 'SIGQUIT');

  return {
    /** URL of the `postgres` database, for a superuser without a password. */
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill,
    /** Starts the server again after `kill`, on the same port with the same data. */
    async start() {
      server = await launch();
    },
    /** Stops the server and removes its folder. */
    async stop() {
      await kill();
      await folder.remove();
    },
  };
}

/** Debian installs the server's binaries outside the PATH, in one folder per version. */
function findBinaries(): string | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin');
  const newestFirst = packaged.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...newestFirst];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Works for SIGKILL too: when this process ends, the input of a shell closes, which then ends the server. */
export function endWithThisProcess(server: ChildProcess): void {
  const watch = spawn('sh', ['-c', 'read -r line; kill -QUIT "$0"', String(server.pid)], {
    // In a process group of its own, so that a signal to the group of this process does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  server.once('exit', () => watch.kill());
}
