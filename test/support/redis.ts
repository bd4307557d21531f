// Real Redis servers, each in a folder of its own.

import { readFile } from 'node:fs/promises';
import { Redis } from 'ioredis';
import type { Test } from 'tap';
import type { Certificate } from './certificates.ts';
import { temporaryFolder } from './databases.ts';
import { unlessInstalled } from './scripts.ts';
import { freePort } from './servers/ports.ts';
import { launch } from './servers/process.ts';

/** The options of tests that need Redis. */
export const NEEDS_REDIS = { skip: unlessInstalled('redis-server', 'redis-cli') };

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;

export interface RedisOptions {
  /** A free port by default. */
  readonly port?: number;
  /** Of the default user, and of replicas. */
  readonly password?: string;
  /** Other users, as in `counter on >password ~* +@all`. */
  readonly users?: readonly string[];
  /** The server then accepts connections with TLS alone. */
  readonly certificate?: Certificate;
  /** More options of the command line. */
  readonly settings?: readonly string[];
}

/** Starts a Redis server, which is stopped when the test ends. */
export async function startRedis(t: Test, options: RedisOptions = {}) {
  const { password, certificate } = options;
  const port = options.port ?? (await freePort());
  const command = optionsFor(port, await temporaryFolder(t), options);
  const start = async () => {
    const server = launch(['redis-server', '--save', '', ...command.split(' ')], {});
    await server.waitFor(/Ready to accept connections/);
    return server;
  };
  let server = await start();
  const kill = () => server.end('SIGKILL');
  t.teardown(kill);
  const tls = certificate && {
    ca: await readFile(certificate.authority),
    // Whatever name the certificate is for.
    checkServerIdentity: () => undefined,
  };
  const client = new Redis(port, '127.0.0.1', {
    lazyConnect: true,
    ...(password && { password }),
    ...(tls && { tls }),
  });
  client.on('error', () => undefined);
  t.teardown(() => client.disconnect());

  return {
    port,
    /** Its address, without credentials. */
    url: `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    /** A connection of the test. */
    client,
    kill,
    /** Starts the server again after `kill`, on the same port. */
    async start() {
      server = await start();
    },
    /** Stops responding without closing a connection, as a machine that hangs does. */
    freeze: () => process.kill(server.pid, 'SIGSTOP'),
    thaw: () => process.kill(server.pid, 'SIGCONT'),
    setConfig: (name: string, value: string | number) => client.config('SET', name, value),
    /** Closes all connections but that of the test. */
    endConnections: () => client.call('CLIENT', 'KILL', 'SKIPME', 'yes'),
  };
}

function optionsFor(port: number, folder: string, options: RedisOptions): string {
  const { password, users = [], certificate, settings = [] } = options;
  const command = [`--bind 127.0.0.1 --dir ${folder}`, ...settings];
  if (certificate) {
    const { authority, certificate: own, key } = certificate;
    command.push(`--port 0 --tls-port ${port} --tls-auth-clients no --tls-replication yes`);
    command.push(`--tls-ca-cert-file ${authority} --tls-cert-file ${own} --tls-key-file ${key}`);
  } else {
    command.push(`--port ${port}`);
  }
  if (password) command.push(`--requirepass ${password} --masterauth ${password}`);
  for (const user of users) command.push(`--user ${user}`);
  return command.join(' ');
}
