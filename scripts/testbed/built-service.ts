import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openDatabase } from '../../src/database/index.ts';
import { createKey } from '../../src/keys/index.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: { start: string };
};

/** What `npm start` gives to Node, for whatever starts the built service as a process of its own. */
export const SERVER_FLAGS: readonly string[] = scripts.start.match(/--[\w-]+(=\S+)?/g) ?? [];
export const SERVER_FILE = resolve(/\S+\.js/.exec(scripts.start)?.[0] ?? '');

/** More requests than any measurement sends. */
const NO_LIMITS = { perMinute: 2 ** 31 - 1, perDay: 2 ** 31 - 1 };

/** Starts the built service on a free port, which it writes to its log. */
export function spawnService(
  url: string,
  stdio: StdioOptions,
  flags: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...SERVER_FLAGS, ...flags, SERVER_FILE], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: url,
    },
    stdio,
  });
}

/** Where the service listens, once its log says so. */
export function findOrigin(log: string): string | undefined {
  return /listening at (http:[^"]+)/.exec(log)?.[1];
}

/** Makes a customer that no limit stops, in a migrated database. @returns its API key */
export async function createUnlimitedKey(url: string): Promise<string> {
  const database = await openDatabase(url);
  const customer = { name: 'Unlimited', plan: 'enterprise', limits: NO_LIMITS } as const;
  const { key } = await createKey(database.client, customer);
  await database.close();
  return key;
}
