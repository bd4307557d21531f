import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { until } from '../until.ts';
import { startNameServer } from './dns.ts';
import { freePort } from './ports.ts';
import { launch, type Running } from './process.ts';

/*
 * nginx and HAProxy as processes of their own: HAProxy with the configuration of compose.yaml, nginx with that of
 * OPERATIONS.md.
 */

/** What compose.yaml ships, in which `$` is doubled. */
const compose = (
  await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8')
).replaceAll('$$', '$');

/** The configuration of its balancer. */
export function shippedBalancer(): string {
  const [, text = ''] = /\n {4}content: \|\n((?: {6}.*\n|\n)+)/.exec(compose) ?? [];
  return text.replace(/^ {6}/gm, '');
}

/** How long its instances drain. */
export function shippedDrainSeconds(): string {
  return /DRAIN_SECONDS: "(\d+)"/.exec(compose)?.[1] ?? '';
}

export const BALANCERS = ['nginx', 'haproxy'] as const;
export type BalancerName = (typeof BALANCERS)[number];

export interface Balancer {
  readonly port: number;
  stop(): Promise<void>;
}

/** The instances: their port, and the addresses of those that run. */
export interface Instances {
  readonly port: number;
  addresses(): readonly string[];
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly namesPort: number;
  readonly instances: Instances;
}

async function documentedConfiguration(): Promise<string> {
  const text = await readFile(new URL('../../../OPERATIONS.md', import.meta.url), 'utf8');
  return /```nginx\n(.+?)```/s.exec(text)?.[1] ?? '';
}

const TEMPORARY_FILES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const CONFIGURATIONS: Readonly<Record<BalancerName, (place: Place) => Promise<string>>> = {
  async nginx({ folder, port, instances }) {
    const paths = TEMPORARY_FILES.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const servers = instances.addresses().map((address) => `server ${address}:${instances.port}`);
    const configuration = (await documentedConfiguration())
      .replace(/server api:3000(.+?;)/, (_, options) => servers.join(`${options} `) + options)
      .replace('listen 80', `listen 127.0.0.1:${port}`)
      .replace('http {', `http { ${paths}`);
    return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\n${configuration}`;
  },
  async haproxy({ port, namesPort, instances }) {
    return shippedBalancer()
      .replaceAll('api:3000', `api:${instances.port}`)
      .replace('127.0.0.11:53', `127.0.0.1:${namesPort}`)
      .replace('bind :8080', `bind 127.0.0.1:${port}`);
  },
};

const COMMANDS: Readonly<Record<BalancerName, (file: string) => string[]>> = {
  nginx: (file) => ['-c', file, '-e', '/dev/stderr'],
  haproxy: (file) => ['-db', '-f', file],
};

/**
 * Starts a balancer in front of a service on a free port, and waits until it serves.
 *
 * @returns undefined if it is not installed on this machine
 */
export async function startBalancer(
  name: BalancerName,
  instances: Instances,
): Promise<Balancer | undefined> {
  const { path: folder, remove } = await createTemporaryFolder();
  const names = await startNameServer(instances.addresses);
  const port = await freePort();
  const file = join(folder, 'configuration');
  const place = { folder, port, namesPort: names.port, instances };
  await writeFile(file, await CONFIGURATIONS[name](place));
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
  const balancer = launch([name, ...COMMANDS[name](file)], { env });
  const stop = async () => {
    await balancer.end('SIGTERM').catch(() => undefined);
    names.close();
    await remove();
  };
  try {
    await untilServing(balancer, port);
  } catch (error) {
    await stop();
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return { port, stop };
}

async function untilServing(balancer: Running, port: number) {
  const ended = balancer.ended.then(({ stderr }) => {
    throw new Error(`A balancer does not serve: ${stderr}`);
  });
  const isServing = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await response?.text();
    return response?.ok ?? false;
  };
  await Promise.race([ended, until(isServing)]);
}
