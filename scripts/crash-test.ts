import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database.js';
import { runProcess } from '../src/entry-point.js';
import { createKey } from '../src/key-administration.js';
import { applyMigrations } from '../src/migrations.js';
import { startPostgres } from '../test/postgres.js';
import { readWholeNumber } from './arguments.js';

const HELP = `Kills the service under concurrent writes, again and again, and checks that no animal whose
creation was answered is lost, and that none exists twice.

  npm run crash-test -- [--cycles 200] [--database sqlite|postgresql] [--writers 16]

PostgreSQL is started from the binaries on this machine, and is killed together with the service.
`;

/** How long the service runs before it is killed. */
const MIN_LIFE_MS = 20;
const MAX_LIFE_MS = 250;

interface Target {
  readonly url: string;
  /** Ends the database as a power cut would, and starts it again. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

await runProcess(main);

async function main(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      cycles: { type: 'string', default: '200' },
      database: { type: 'string', default: 'sqlite' },
      writers: { type: 'string', default: '16' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return process.stdout.write(HELP);
  const cycles = readWholeNumber('--cycles', values.cycles, 1, 100_000);
  const writers = readWholeNumber('--writers', values.writers, 1, 1_000);
  const target = values.database === 'sqlite' ? await sqlite() : await postgresql();
  try {
    return await crash(target, cycles, writers);
  } finally {
    await target.remove();
  }
}

async function crash(target: Target, cycles: number, writers: number) {
  await applyMigrations(target.url);
  const key = await createCustomer(target.url);
  const acknowledged = new Set<string>();
  // What each writer is about to create. It tries until it is answered, across crashes.
  const pending = Array.from({ length: writers }, () => randomUUID());
  let retried = 0;
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    const { child, origin } = await startService(target.url);
    const isOver = new AbortController();
    const writing = pending.map(async (_, writer) => {
      while (!isOver.signal.aborted) {
        const name = pending[writer] ?? randomUUID();
        if (!(await create(origin, key, name))) {
          retried += 1;
          return;
        }
        acknowledged.add(name);
        pending[writer] = randomUUID();
      }
    });
    await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    isOver.abort();
    await Promise.all([ended, ...writing]);
    await target.crash();
    process.stderr.write(`cycle ${cycle} of ${cycles}: ${acknowledged.size} acknowledged\n`);
  }
  const { lost, twice, total } = await compare(target.url, acknowledged);
  process.stdout.write(
    `${JSON.stringify({ cycles, acknowledged: acknowledged.size, retried, total, lost, twice })}\n`,
  );
  if (lost + twice > 0) throw new Error(`${lost} animals are lost, ${twice} exist twice.`);
}

/** Creates an animal. Returns whether the service said so; false where it died before it could. */
async function create(origin: string, key: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/v1/pets`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify({ name, categoryId: 1 }),
    });
    await answer.text();
    return answer.status === 201;
  } catch {
    return false;
  }
}

async function compare(url: string, acknowledged: Set<string>) {
  const database = await openDatabase(url);
  const pets = await database.client.pet.findMany({ select: { name: true } });
  await database.close();
  const stored = new Set(pets.map(({ name }) => name));
  const lost = [...acknowledged].filter((name) => !stored.has(name)).length;
  return { lost, twice: pets.length - stored.size, total: pets.length };
}

async function createCustomer(url: string): Promise<string> {
  const database = await openDatabase(url);
  const limits = { perMinute: 2 ** 31 - 1, perDay: 2 ** 31 - 1 };
  const { key } = await createKey(database.client, { name: 'Crash', plan: 'enterprise', limits });
  await database.close();
  return key;
}

async function startService(url: string): Promise<{ child: ChildProcess; origin: string }> {
  const child = spawn(process.execPath, ['dist/src/server.js'], {
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

async function sqlite(): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-crash-'));
  return {
    url: `file:${join(folder, 'store.db')}`,
    crash: async () => undefined,
    remove: () => rm(folder, { recursive: true }),
  };
}

async function postgresql(): Promise<Target> {
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
