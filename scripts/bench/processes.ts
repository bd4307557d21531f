import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FLAGS } from '../testbed/built-service.ts';
import { freePort } from '../testbed/ports.ts';
import { ask, type Request } from './load.ts';
import type { Question, Usage } from './measured/usage.ts';

/** A measured server, as a process of its own. */
export interface Server {
  readonly port: number;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
  usage(): Promise<Usage>;
  startProfile(): Promise<unknown>;
  stopProfile(file: string): Promise<unknown>;
  stop(): Promise<void>;
}

const USAGE = resolve('scripts/bench/measured/usage.ts');
const MEASURED_CORE = '0';

/** Those that have not been stopped. */
const running = new Set<ChildProcess>();

/** Leaves one core to the measured servers, where the platform can pin a process to a core. */
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
 * Starts what is built, and waits until it answers a request as expected.
 *
 * @param script the built file to run
 */
export async function startServer(
  script: string,
  settings: Record<string, string>,
  first: Request,
): Promise<Server> {
  const port = await freePort();
  const command = [process.execPath, ...SERVER_FLAGS, '--import', USAGE, script];
  const [file = '', ...args] = isPinned ? ['taskset', '-c', MEASURED_CORE, ...command] : command;
  const startedMs = performance.now();
  const child = spawn(file, args, {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...settings },
    // The log is written, and costs what it costs to write, but nobody reads it.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  await untilAnswered(child, port, first);
  const startMs = performance.now() - startedMs;
  return {
    port,
    startMs,
    usage: () => question(child, { ask: 'usage' }),
    startProfile: () => question(child, { ask: 'startProfile' }),
    stopProfile: (profile) => question(child, { ask: 'stopProfile', file: profile }),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Ends what a failure has left running, and would be waited for. */
export function killServers() {
  for (const child of running) child.kill('SIGKILL');
}

async function question(child: ChildProcess, asked: Question): Promise<Usage> {
  const answered = once(child, 'message');
  child.send(asked);
  return (await answered)[0] as Usage;
}

async function untilAnswered(child: ChildProcess, port: number, first: Request) {
  while (true) {
    const answer = await ask(port, first).catch(() => undefined);
    if (answer?.status === first.status) return;
    if (answer) throw new Error(`The first answer has the status ${answer.status}.`);
    if (child.exitCode !== null) throw new Error('A server has ended.');
    await wait(2);
  }
}
