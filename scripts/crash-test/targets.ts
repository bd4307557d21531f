import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findOrigin, spawnService } from '../testbed/built-service.ts';
import { startPostgres } from '../testbed/postgres.ts';

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
  const child = spawnService(url, ['ignore', 'pipe', 'inherit']);
  // It is a pipe, as was asked for.
  const log = child.stdout as Readable;
  let output = '';
  for await (const text of log.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text;
    const origin = findOrigin(output);
    if (origin) {
      log.resume();
      return { child, origin };
    }
  }
  throw new Error('The service did not start.');
}
