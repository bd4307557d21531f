import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FLAGS } from '../testbed/built-service.ts';
import { freePort } from '../testbed/ports.ts';
import { type Request, sendOnce } from './load.ts';
import type { Command, Usage } from './measured/usage.ts';

/** A measured server, as a process of its own. */
export interface Server {
  readonly port: number;
  /** From the start of the process to its first response. */
  readonly startMs: number;
  usage(): Promise<Usage>;
  startProfile(): Promise<unknown>;
  stopProfile(file: string): Promise<unknown>;
  stop(): Promise<void>;
}

const USAGE = resolve('scripts/bench/measured/usage.ts');
const MEASURED_CORE = '0';

/** Processes that have not ended. */
const running = new Set<ChildProcess>();

/** Leaves one core to the measured servers, where the system can pin a process to a core. */
const isPinned = pinLoad();

function pinLoad(): boolean {
  try {
    const others = `1-${availableParallelism() - 1}`;
    execFileSync('taskset', ['-a', '-c', '-p', others, String(process.pid)]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a server and waits until it responds to a request as expected.
 *
 * @param script the file to run
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  first: Request,
): Promise<Server> {
  const port = await freePort();
  const command = [process.execPath, ...SERVER_FLAGS, '--import', USAGE, script];
  const [program = '', ...args] = isPinned ? ['taskset', '-c', MEASURED_CORE, ...command] : command;
  const startedMs = performance.now();
  const child = spawn(program, args, {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...settings },
    // Writing the log is part of what is measured; reading it is not.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  await untilResponding(child, port, first);
  const startMs = performance.now() - startedMs;
  return {
    port,
    startMs,
    usage: () => send(child, { name: 'usage' }),
    startProfile: () => send(child, { name: 'startProfile' }),
    stopProfile: (file) => send(child, { name: 'stopProfile', file }),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Ends servers that a failure has left running, which would keep this process alive. */
export function killServers() {
  for (const child of running) child.kill('SIGKILL');
}

async function send(child: ChildProcess, command: Command): Promise<Usage> {
  const replied = once(child, 'message');
  child.send(command);
  return (await replied)[0] as Usage;
}

async function untilResponding(child: ChildProcess, port: number, first: Request) {
  while (true) {
    const response = await sendOnce(port, first).catch(() => undefined);
    if (response?.status === first.status) return;
    if (response) throw new Error(`The first response has the status ${response.status}.`);
    if (child.exitCode !== null) throw new Error('A server has ended.');
    await wait(2);
  }
}
