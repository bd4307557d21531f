// A real Redis in a temporary folder, since a stand-in would only prove what holds for the stand-in.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { Redis } from 'ioredis';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import type { Certificate } from './certificates.ts';
import { freePort } from './ports.ts';
import { endServer, untilReady } from './server-process.ts';

export type RedisServer = Awaited<ReturnType<typeof startRedisServer>>;

interface Certificates extends Certificate {
  /** The path of the certificate of the authority. */
  readonly ca: string;
}

export interface RedisServerOptions {
  /** A free one unless it is given. */
  readonly port?: number;
  /** The one of everybody who names no user, and of replicas. */
  readonly password?: string | undefined;
  /** Other users, as in `counter on >password ~* +@all`. */
  readonly users?: readonly string[];
  /** For TLS alone, without a port for anything else. */
  readonly certificates?: Certificates | undefined;
  /** Other options of the command line. */
  readonly settings?: readonly string[];
}

/** Starts a Redis server of its own. @throws ENOENT on a machine without Redis */
export async function startRedisServer(options: RedisServerOptions = {}) {
  const { password, certificates } = options;
  const port = options.port ?? (await freePort());
  const folder = await createTemporaryFolder();
  const settings = settingsFor(port, folder.path, options);
  const launch = () => {
    const child = spawn('redis-server', settings);
    endWithThisProcess(child);
    return untilReady(child, 'Ready to accept connections');
  };
  let server: ChildProcess;
  try {
    server = await launch();
  } catch (error) {
    await folder.remove();
    throw error;
  }
  const client = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    ...(password && { password }),
    // Whatever name the certificate is for.
    ...(certificates && {
      tls: { ca: await readFile(certificates.ca), checkServerIdentity: () => undefined },
    }),
  });
  client.on('error', () => undefined);
  const kill = () => endServer(server, 'SIGKILL');
  const protocol = certificates ? 'rediss' : 'redis';

  return {
    port,
    /** Its address, without credentials. */
    url: `${protocol}://127.0.0.1:${port}`,
    /** A connection for whoever has started it. */
    client,
    kill,
    /** Starts the server again after `kill`, on the same port. */
    async start() {
      server = await launch();
    },
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    /** Stops the server and removes its folder. */
    async stop() {
      client.disconnect();
      await kill();
      await folder.remove();
    },
  };
}

function settingsFor(port: number, folder: string, options: RedisServerOptions): string[] {
  const { password, users = [], certificates, settings = [] } = options;
  const tls = certificates && [
    ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
    ...['--tls-ca-cert-file', certificates.ca, '--tls-cert-file', certificates.certificate],
    ...['--tls-key-file', certificates.key, '--tls-replication', 'yes'],
  ];
  return [
    ...(tls ?? ['--port', String(port)]),
    ...['--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...(password ? ['--requirepass', password, '--masterauth', password] : []),
    ...users.flatMap((user) => ['--user', ...user.split(' ')]),
    ...settings,
  ];
}

/** Ends a process with this one, also when this one is killed: its end of the pipe is closed then. */
function endWithThisProcess(child: ChildProcess) {
  if (child.pid === undefined) return;
  const watch = spawn('sh', ['-c', `cat; kill -9 ${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Neither the watch nor its pipe keeps this process alive.
  watch.unref();
  (watch.stdin as Socket).unref();
  // By then another process may have the same id.
  child.once('exit', () => watch.kill('SIGKILL'));
}
