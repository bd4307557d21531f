import { type ChildProcess, spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import type { Test } from 'tap';
import { freePort } from '../../scripts/testbed/ports.ts';
import { endServer, untilReady } from '../../scripts/testbed/server-process.ts';
import { temporaryFolder } from './databases.ts';

/** A real Redis server for one test, on a free port. */
export interface RedisServer {
  readonly url: string;
  /** A connection for the test itself. */
  readonly client: Redis;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops responding without closing a connection, as a machine that hangs does. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a Redis server, which is stopped when the test ends.
 *
 * @returns undefined, with a comment in the test's output, if Redis is not installed
 * @throws in CI if Redis is not installed
 */
export async function startRedis(t: Test, ...options: string[]): Promise<RedisServer | undefined> {
  const port = await freePort();
  const folder = await temporaryFolder(t);
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const launch = () =>
    untilReady(spawn('redis-server', [...settings, ...options]), 'Ready to accept connections');
  let server: ChildProcess;
  try {
    server = await launch();
  } catch (error) {
    if (process.env.CI || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    t.comment('skipped: redis-server is not installed on this machine');
    return undefined;
  }
  const client = new Redis(port, '127.0.0.1', { lazyConnect: true });
  client.on('error', () => undefined);

  const kill = () => endServer(server, 'SIGKILL');
  t.teardown(async () => {
    client.disconnect();
    await kill();
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    kill,
    async start() {
      server = await launch();
    },
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
  };
}
