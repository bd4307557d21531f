import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, openDatabase } from '../../src/database/index.ts';
import { createUnlimitedKey, startBuiltService } from '../testbed/built-service.ts';
import { createTemporaryFolder } from '../testbed/temporary-folder.ts';

/** The built service as a process of its own, on a new SQLite file, with one customer. */
export interface Service {
  readonly port: number;
  readonly key: string;
  /** The memory of the process now, in MB; NaN where the system does not show it. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

const PETS = Array.from({ length: 20 }, (_, index) => ({
  name: `Animal ${index}`,
  categoryId: 1n,
  status: 'available' as const,
}));

/** Collects all garbage ten times a second, including statements that nothing refers to any more. */
const FORCE_GC = ['--expose-gc', '--import=data:text/javascript,setInterval(gc,100).unref()'];

/** @param forcesGc whether the service collects all its garbage ten times a second */
export async function startService({ forcesGc }: { forcesGc: boolean }): Promise<Service> {
  const folder = await createTemporaryFolder();
  const url = `file:${join(folder.path, 'store.db')}`;
  const key = await fill(url);
  const { pid, origin, end } = await startBuiltService(url, forcesGc ? FORCE_GC : []);
  pin(pid);
  return {
    port: Number(new URL(origin).port),
    key,
    memoryMb: () => memoryMb(pid),
    async stop() {
      const code = await end('SIGTERM');
      await folder.remove();
      if (code !== 0) throw new Error(`The service ended with exit code ${code}.`);
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

/** Keeps the service on one core, where the system can, so that the client has the others. */
function pin(pid: number) {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '0', String(pid)], {
      stdio: 'ignore',
    });
  } catch {
    process.stderr.write('taskset is not available: the service is not pinned to a core.\n');
  }
}

async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024);
}
