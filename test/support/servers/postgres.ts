// A real PostgreSQL server in a temporary folder, since a stand-in would only prove what holds for the stand-in.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { freeze, thaw } from './freeze.ts';
import { freePort } from './ports.ts';
import { endServer, untilReady } from './server-process.ts';

/** A running server. */
export interface Postgres {
  /** URL of the `postgres` database, for a superuser without a password. */
  readonly url: string;
  /** Ends the server as a power cut would, by an immediate shutdown: nothing is flushed, connections break. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port with the same data. */
  start(): Promise<void>;
  /** Stops responding without closing a connection, as a machine that hangs does. */
  freeze(): void;
  thaw(): void;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
  /** Starts a streaming replica of this server, a server of its own that is to be stopped too. */
  startStandby(settings?: readonly string[]): Promise<Postgres>;
  /** Makes a replica the primary, and waits until it is. */
  promote(): Promise<void>;
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/** PostgreSQL and PgBouncer do not run as root: there they run as the account "nobody". */
export function serverAccount(): typeof NOBODY | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'];
const READY = 'database system is ready to accept connections';
const STANDBY_READY = 'database system is ready to accept read-only connections';

/**
 * Starts a PostgreSQL server of its own on a free port, with `fsync` on.
 *
 * @param settings more of its settings, such as `max_connections=10`
 * @returns the running server, or `undefined` on a machine without PostgreSQL
 */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<Postgres | undefined> {
  const binaries = findBinaries();
  if (!binaries) return undefined;
  const initdb = '--pgdata=data --username=postgres --auth=trust --encoding=UTF8 --no-sync';
  return startServer(binaries, ['initdb', ...initdb.split(' ')], READY, settings);
}

/** Starts a server on what a program has put into the folder `data`. */
async function startServer(
  binaries: string,
  [program = '', ...args]: readonly string[],
  readyMessage: string,
  settings: readonly string[],
): Promise<Postgres> {
  const account = serverAccount();
  const folder = await createTemporaryFolder();
  if (account) await chown(folder.path, account.uid, account.gid);
  const options = { ...account, cwd: folder.path, env: { LC_ALL: 'C' } };
  const run = (name: string, args: readonly string[]) =>
    promisify(execFile)(join(binaries, name), args, options);

  await run(program, args);

  const port = await freePort();
  const parameters = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    // A time zone other than UTC, so that a test fails where an instant depends on it.
    'timezone=America/St_Johns',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  const launch = (message: string) => {
    const server = spawn(join(binaries, 'postgres'), ['-D', 'data', ...parameters], options);
    endWithThisProcess(server);
    return untilReady(server, message);
  };
  let isStandby = readyMessage === STANDBY_READY;
  let server = await launch(readyMessage);
  const kill = () => endServer(server, 'SIGQUIT');

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async start() {
      server = await launch(isStandby ? STANDBY_READY : READY);
    },
    freeze: () => freeze(Number(server.pid)),
    thaw: () => thaw(Number(server.pid)),
    async stop() {
      await kill();
      await folder.remove();
    },
    startStandby(settings = []) {
      const source = `--host=127.0.0.1 --port=${port} --username=postgres`;
      const backup = `pg_basebackup --pgdata=data --write-recovery-conf --checkpoint=fast --no-sync ${source}`;
      return startServer(binaries, backup.split(' '), STANDBY_READY, settings);
    },
    async promote() {
      await run('pg_ctl', ['promote', '-D', 'data', '-w']);
      isStandby = false;
    },
  };
}

/** Debian installs the server's binaries outside the PATH, in one folder per version. */
function findBinaries(): string | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin');
  const newestFirst = packaged.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...newestFirst];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
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
