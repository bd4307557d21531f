// A real PostgreSQL server in a temporary folder, since a stand-in would only prove what holds for the stand-in.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, chown, constants, readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './ports.ts';
import { endServer, untilReady } from './server-process.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

export interface Postgres {
  /** URL of the `postgres` database, for a superuser without a password. */
  readonly url: string;
  /** Ends the server as a power cut would: nothing is flushed, connections break. */
  kill(): Promise<void>;
  /** Starts the server again after `kill`, on the same port with the same data. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

interface Account {
  uid: number;
  gid: number;
}

/**
 * Starts a PostgreSQL server of its own on a free port, with `fsync` on.
 *
 * @returns the running server, or `undefined` on a machine without PostgreSQL
 */
export async function startPostgres(): Promise<Postgres | undefined> {
  const binaries = await findBinaries();
  if (!binaries) return undefined;

  const account = await unprivilegedAccount();
  const folder = await createTemporaryFolder();
  if (account) await chown(folder.path, account.uid, account.gid);
  const options = { ...account, cwd: folder.path, env: { LC_ALL: 'C' } };

  await promisify(execFile)(
    join(binaries, 'initdb'),
    [
      '--pgdata=data',
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
      '--no-instructions',
    ],
    options,
  );

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    // A time zone other than UTC, so that a test fails where an instant depends on it.
    timezone: 'America/St_Johns',
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const launch = () => {
    const server = spawn(join(binaries, 'postgres'), ['-D', 'data', ...parameters], options);
    endWithThisProcess(server);
    return untilReady(server, 'database system is ready to accept connections');
  };
  let server = await launch();

  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    // PostgreSQL's immediate shutdown: what is not in the write-ahead log is lost.
    kill: () => endServer(server, 'SIGQUIT'),
    async start() {
      server = await launch();
    },
    async stop() {
      // PostgreSQL's fast shutdown: it does not wait for clients to disconnect.
      await endServer(server, 'SIGINT');
      await folder.remove();
    },
  };
}

/** Debian installs the server's binaries outside the PATH, in one folder per version. */
async function findBinaries(): Promise<string | undefined> {
  const packaged = '/usr/lib/postgresql';
  const versions = await readdir(packaged).catch(() => []);
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(packaged, version, 'bin'));

  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...newestFirst]) {
    const found = ['initdb', 'postgres'].map((name) => access(join(folder, name), constants.X_OK));
    if ((await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled'))
      return folder;
  }
  return undefined;
}

/** PostgreSQL does not run as root: there it runs as the account of its package, or as nobody. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([account]) => account === name) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is no account "postgres" or "nobody" to run it as',
  );
}

/** Works for SIGKILL too: when this process ends, the input of a shell closes, which then ends the server. */
function endWithThisProcess(server: ChildProcess): void {
  const watch = spawn('sh', ['-c', 'read -r line; kill -QUIT "$0"', String(server.pid)], {
    // In a process group of its own, so that a signal to the group of this process does not reach it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  server.once('exit', () => watch.kill());
}
