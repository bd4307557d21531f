import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FILE, SERVER_FLAGS } from './npm-start.ts';
import { freePort } from './ports.ts';
import { endServer } from './server-process.ts';
import type { Usage } from './usage.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** The service from another file than the bundle, or with more flags for Node than those of `npm start`. */
export interface ServerOptions {
  readonly script?: string;
  readonly flags?: readonly string[];
}

const USAGE = import.meta.resolve('./usage.ts');
const MEASURED_CORE = '0';
const SETTINGS = { NODE_ENV: 'production', LOG_LEVEL: 'info' };

const running = new Set<ChildProcess>();

/** Leaves one core to the servers, where the system can pin a process to a core. */
const isPinned = pinThisProcess();

function pinThisProcess(): boolean {
  try {
    const others = `1-${availableParallelism() - 1}`;
    execFileSync('taskset', ['-a', '-c', '-p', others, String(process.pid)]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the service, or what it is compared with, as a process of its own on a free port, and waits
 * until it serves a list of animals.
 */
export async function startServer(
  key: string,
  settings: Readonly<Record<string, string>>,
  { script = SERVER_FILE, flags = [] }: ServerOptions = {},
) {
  const port = await freePort();
  const command = [process.execPath, ...SERVER_FLAGS, ...flags, '--import', USAGE, script];
  const [program = '', ...args] = isPinned ? ['taskset', '-c', MEASURED_CORE, ...command] : command;
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, ...SETTINGS, PORT: String(port), ...settings },
    // Writing the log is part of what is measured; reading it is not.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = new AbortController();
  child.once('exit', () => {
    running.delete(child);
    ended.abort();
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilServing(`${origin}/v1/pets`, key, ended.signal);
  return {
    port,
    origin,
    /** From the start of the process to its first response. */
    startMs: performance.now() - startedMs,
    async usage(): Promise<Usage> {
      const reported = once(child, 'message', { signal: ended.signal });
      child.send('usage');
      return (await reported)[0];
    },
    async stop() {
      await endServer(child, 'SIGTERM');
      if (child.exitCode !== 0) throw new Error(`A server ended with ${child.exitCode}.`);
    },
    kill: () => endServer(child, 'SIGKILL'),
  };
}

/** Ends servers that a failure has left running, which would keep this process alive. */
export function killServers() {
  for (const child of running) child.kill('SIGKILL');
}

async function untilServing(url: string, key: string, ended: AbortSignal) {
  const headers = { authorization: `Bearer ${key}` };
  while (true) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    await response?.text();
    if (response?.ok) return;
    if (response) throw new Error(`The first response has the status ${response.status}.`);
    if (ended.aborted) throw new Error('A server has ended.');
    await wait(2);
  }
}
