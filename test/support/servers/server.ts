import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { SERVER_FILE, SERVER_FLAGS } from './npm-start.ts';
import { freePort } from './ports.ts';
import { endServer } from './server-process.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** The service from another file than the bundle, or with more flags for Node than those of `npm start`. */
export interface ServerOptions {
  readonly script?: string;
  readonly flags?: readonly string[];
  /** Reads its log, in pieces of any length. */
  readonly onLog?: (text: string) => void;
}

const SETTINGS = { NODE_ENV: 'production', LOG_LEVEL: 'info', HOST: '127.0.0.1' };

const running = new Set<ChildProcess>();

/**
 * Starts the service, or what it is compared with, as a process of its own, and waits until it serves
 * a list of animals.
 *
 * @param settings of the service; without a PORT it gets a free one
 */
export async function startServer(
  key: string,
  settings: Readonly<Record<string, string>>,
  { script = SERVER_FILE, flags = [], onLog }: ServerOptions = {},
) {
  const port = Number(settings.PORT ?? (await freePort()));
  const env = { ...process.env, ...SETTINGS, ...settings, PORT: String(port) };
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...flags, script], {
    env,
    stdio: ['ignore', onLog ? 'pipe' : 'ignore', 'inherit'],
  });
  if (onLog) child.stdout?.setEncoding('utf8').on('data', onLog);
  running.add(child);
  const ended = new AbortController();
  child.once('exit', () => {
    running.delete(child);
    ended.abort();
  });
  const origin = `http://${env.HOST}:${port}`;
  await untilServing(`${origin}/v1/pets`, key, ended.signal);
  return {
    port,
    origin,
    /** Where a balancer finds it. */
    addresses: () => [env.HOST],
    pid: Number(child.pid),
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
