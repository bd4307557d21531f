import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { freePort } from './ports.ts';
import { endServer } from './server-process.ts';

/*
 * nginx and HAProxy as processes of their own: nginx with the configuration of compose.yaml, HAProxy with that of
 * OPERATIONS.md.
 */

export const BALANCERS = ['nginx', 'haproxy'] as const;
export type BalancerName = (typeof BALANCERS)[number];

export interface Balancer {
  readonly port: number;
  stop(): Promise<void>;
}

interface Place {
  readonly folder: string;
  /** Where it listens, and where the service does. */
  readonly port: number;
  readonly target: number;
}

/** The configuration of nginx in compose.yaml, where `$` is doubled. */
async function shippedConfiguration(): Promise<string> {
  const compose = await readFile(new URL('../../compose.yaml', import.meta.url), 'utf8');
  const [, text = ''] = /\n {4}content: \|\n((?: {6}.*\n|\n)+)/.exec(compose) ?? [];
  return text.replaceAll('$$', '$');
}

const TEMPORARY_FILES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const CONFIGURATIONS: Readonly<Record<BalancerName, (place: Place) => string | Promise<string>>> = {
  async nginx({ folder, port, target }) {
    const paths = TEMPORARY_FILES.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const configuration = (await shippedConfiguration())
      .replace('api:3000', `127.0.0.1:${target}`)
      .replace('listen 80', `listen 127.0.0.1:${port}`)
      .replace('http {', `http { ${paths}`);
    return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\n${configuration}`;
  },
  haproxy: ({ port, target }) => `
global
  maxconn 8000
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout http-request 10s
  option http-buffer-request
  option forwardfor
frontend store
  bind 127.0.0.1:${port}
  default_backend api
backend api
  server api 127.0.0.1:${target}
`,
};

const COMMANDS: Readonly<Record<BalancerName, (file: string) => string[]>> = {
  nginx: (file) => ['-c', file, '-e', '/dev/stderr'],
  haproxy: (file) => ['-db', '-f', file],
};

/**
 * Starts a balancer in front of a service on a free port.
 *
 * @returns undefined if it is not installed on this machine
 */
export async function startBalancer(
  name: BalancerName,
  target: number,
): Promise<Balancer | undefined> {
  const { path: folder, remove } = await createTemporaryFolder();
  const port = await freePort();
  const file = join(folder, 'configuration');
  await writeFile(file, await CONFIGURATIONS[name]({ folder, port, target }));
  const balancer = spawn(name, COMMANDS[name](file), {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await once(balancer, 'spawn');
    await untilListening(balancer, port);
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    port,
    async stop() {
      await endServer(balancer, 'SIGTERM');
      await remove();
    },
  };
}

async function untilListening(balancer: ChildProcess, port: number) {
  while (true) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (balancer.exitCode !== null) throw new Error(`${balancer.spawnfile} has ended.`);
    await wait(20);
  }
}
