import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../src/database/index.ts';
import { createKey } from '../../src/keys/index.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` passes to Node, for everything that starts the built service as a process. */
export const SERVER_FLAGS: readonly string[] = scripts.start.match(/--[\w-]+(=\S+)?/g) ?? [];
export const SERVER_FILE = resolve(/\S+\.js/.exec(scripts.start)?.[0] ?? '');
/** The line of the log that says at which origin the service listens. */
export const LISTENING = /Server listening at (http:\/\/[^"]+)/;

/** The limits of a key that measurements send more requests with than any plan allows. */
const NO_LIMITS = { perMinute: 2 ** 31 - 1, perDay: 2 ** 31 - 1 };
const POLL_MS = 20;

/** The built service as a process of its own. */
export interface BuiltService {
  readonly pid: number;
  readonly origin: string;
  /** Sends a signal and waits for the process to end. @returns its exit code */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

/**
 * Starts the built service on a free port and waits until it listens.
 *
 * @param flags passed to Node in addition to those of `npm start`
 */
export async function startBuiltService(
  url: string,
  flags: readonly string[] = [],
): Promise<BuiltService> {
  const folder = await createTemporaryFolder();
  const logFile = join(folder.path, 'log');
  // A file, since reading a pipe would take processor time from what is measured.
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...flags, SERVER_FILE], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: url,
    },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  await log.close();
  const ended = once(child, 'exit').finally(() => folder.remove());
  const origin = await Promise.race([findOrigin(logFile), ended]);
  if (typeof origin !== 'string') throw new Error('The service did not start.');
  return {
    // It has a process id, since it has written its log.
    pid: Number(child.pid),
    origin,
    async end(signal) {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

async function findOrigin(logFile: string): Promise<string | undefined> {
  while (true) {
    // The folder is removed when the process ends, which ends the search.
    const log = await readFile(logFile, 'utf8').catch(() => undefined);
    if (log === undefined) return undefined;
    const [, origin] = LISTENING.exec(log) ?? [];
    if (origin) return origin;
    await wait(POLL_MS);
  }
}

/** Creates a customer without limits in a migrated database. @returns its API key */
export async function createUnlimitedKey(url: string): Promise<string> {
  const database = await openDatabase(url);
  const customer = { name: 'Unlimited', plan: 'enterprise', limits: NO_LIMITS } as const;
  const { key } = await createKey(database.client, customer);
  await database.close();
  return key;
}
