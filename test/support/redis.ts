import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
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
  const launch = () => {
    const child = spawn('redis-server', [...settings, ...options]);
    endWithThisProcess(child);
    return untilReady(child, 'Ready to accept connections');
  };
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

/** Tries until it succeeds. */
export async function untilAnswering(attempt: () => Promise<unknown>) {
  for (;;) {
    try {
      await attempt();
      return;
    } catch {
      await wait(50);
    }
  }
}
