import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../test/postgres.js';
import { SERVER_FLAGS } from '../server-flags.js';

/** A database that can be killed. */
export interface Target {
  readonly url: string;
  /** Ends the database as a power cut would, and starts it again. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/** A SQLite file, which is killed with the process that has it open. */
export async function sqlite(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-crash-'));
  return {
    url: `file:${join(folder, 'store.db')}`,
    crash: async () => undefined,
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A PostgreSQL server of its own. */
export async function postgresql(): Promise<Target> {
  const server = await startPostgres();
  if (!server) throw new Error('There is no PostgreSQL on this machine.');
  return {
    url: server.url,
    async crash() {
      await server.kill();
      await server.start();
    },
    remove: () => server.stop(),
  };
}

/** Starts the built service and waits until it listens. */
export async function startService(url: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'dist/src/server.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    const origin = /listening at (http:[^"]+)/.exec(output)?.[1];
    if (origin) {
      child.stdout.resume();
      return { child, origin };
    }
  }
  throw new Error('The service did not start.');
}
