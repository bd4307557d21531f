import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { applyMigrations, openDatabase } from '../../src/database/index.ts';
import { createUnlimitedKey, findOrigin, spawnService } from '../testbed/built-service.ts';

/** The built service as a process of its own, on a new SQLite file, with one customer. */
export interface Service {
  readonly port: number;
  readonly key: string;
  /** What the process has in memory now, in MB; NaN where the system does not say. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

const PETS = Array.from({ length: 20 }, (_, index) => ({
  name: `Animal ${index}`,
  categoryId: 1n,
  status: 'available' as const,
}));

/** Collects all garbage ten times a second, statements that nobody refers to any more included. */
const FORCE_GC = ['--expose-gc', '--import=data:text/javascript,setInterval(gc,100).unref()'];

/** @param forcesGc whether it collects all garbage again and again */
export async function startService({ forcesGc }: { forcesGc: boolean }): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-flood-'));
  const url = `file:${join(folder, 'store.db')}`;
  const key = await fill(url);
  // A file, since a pipe would make whoever reads it a part of the measurement.
  const logFile = join(folder, 'log');
  const log = await open(logFile, 'w');
  const child = spawnService(url, ['ignore', log.fd, 'inherit'], forcesGc ? FORCE_GC : []);
  pin(child);
  const port = await findPort(logFile, child);
  await log.close();
  return {
    port,
    key,
    memoryMb: () => memoryMb(child.pid),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      await rm(folder, { recursive: true });
      if (code !== 0) throw new Error(`The service has ended with ${code}.`);
    },
  };
}

async function fill(url: string): Promise<string> {
  await applyMigrations(url);
  const { client, close } = await openDatabase(url);
  await client.pet.createMany({ data: PETS });
  await close();
  return createUnlimitedKey(url);
}

/** One processor for the service, and the others for who measures it, where the system can do that. */
function pin({ pid }: ChildProcess) {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(pid)], {
      stdio: 'ignore',
    });
  } catch {
    process.stderr.write('taskset is not there: the service runs on any processor.\n');
  }
}

async function findPort(logFile: string, child: ChildProcess): Promise<number> {
  while (child.exitCode === null) {
    const origin = findOrigin(await readFile(logFile, 'utf8'));
    if (origin) return Number(new URL(origin).port);
    await wait(20);
  }
  throw new Error('The service did not start.');
}

async function memoryMb(pid = 0): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024);
}
