// A real Redis in a temporary folder, since a stand-in would only prove what holds for the stand-in.

import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../../scripts/servers/ports.ts';
import { launch, type Running } from '../../../scripts/servers/process.ts';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import type { Certificate } from './certificates.ts';

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
  const start = async () => {
    const server = launch(['redis-server', ...settings], {});
    await server.waitFor(/Ready to accept connections/);
    return server;
  };
  let server: Running;
  try {
    server = await start();
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
  const kill = () => server.end('SIGKILL');
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
      server = await start();
    },
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT'),
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
