// A real PostgreSQL server in a temporary folder.

import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { freePort } from './ports.ts';
import { launch } from './process.ts';

export interface Postgres {
  /** URL of the `postgres` database, for a superuser without a password. */
  readonly url: string;
  /** Ends the server as a power cut would: nothing is flushed, and connections break. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port with the same data. */
  start(): Promise<void>;
  /** Pauses the server, which keeps its connections open, like a machine that hangs. */
  freeze(): void;
  thaw(): void;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const NOBODY = { uid: 65_534, gid: 65_534 };

/** The account "nobody" if this process is root, as which PostgreSQL and PgBouncer do not run. */
export function serverAccount(): typeof NOBODY | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/**
 * For tests: what they store outlives the server, but not the machine, and no work begins that they
 * have not asked for.
 */
export const FOR_TESTS = ['fsync=off', 'autovacuum=off'];

const READY = /database system is ready to accept connections/;

/**
 * Starts a PostgreSQL server of its own on a free port.
 *
 * @param settings further settings, such as `max_connections=10`
 * @returns the running server, or `undefined` on a machine without PostgreSQL
 */
export async function startPostgres(
  settings: readonly string[] = [],
): Promise<Postgres | undefined> {
  const binaries = findBinaries();
  if (!binaries) return undefined;
  const account = serverAccount();
  const folder = await createTemporaryFolder();
  if (account) await chown(folder.path, account.uid, account.gid);
  const options = { ...account, cwd: folder.path, env: { LC_ALL: 'C' } };
  const initdb = '--pgdata=data --username=postgres --auth=trust --encoding=UTF8 --no-sync';
  await promisify(execFile)(join(binaries, 'initdb'), initdb.split(' '), options);

  const port = await freePort();
  const parameters = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `port=${port}`,
    // Not UTC, so that a test fails if an instant depends on the time zone of the server.
    'timezone=America/St_Johns',
    ...settings,
  ].flatMap((setting) => ['-c', setting]);
  const start = async () => {
    const server = launch([join(binaries, 'postgres'), '-D', 'data', ...parameters], options);
    await server.waitFor(READY);
    return server;
  };
  let server = await start();
  const kill = async () => void (await server.end('SIGQUIT'));

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill,
    async start() {
      server = await start();
    },
    // The parent first, so that it starts no more children.
    freeze: () => signal('SIGSTOP', server.pid, ...childrenOf(server.pid)),
    thaw: () => signal('SIGCONT', ...childrenOf(server.pid), server.pid),
    async stop() {
      await kill();
      await folder.remove();
    },
  };
}

function signal(name: NodeJS.Signals, ...pids: number[]) {
  for (const pid of pids) process.kill(pid, name);
}

function childrenOf(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  return rows.flatMap((row) => {
    const [child, parent] = row.trim().split(/\s+/).map(Number);
    return parent === pid && child !== undefined ? [child] : [];
  });
}

/** Debian installs the server's binaries outside the PATH, in one folder per version. */
function findBinaries(): string | undefined {
  const packaged = globSync('/usr/lib/postgresql/*/bin');
  const newestFirst = packaged.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...newestFirst];
  const programs = ['initdb', 'postgres'];
  return folders.find((folder) => programs.every((name) => existsSync(join(folder, name))));
}
