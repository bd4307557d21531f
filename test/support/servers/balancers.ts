import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';
import { until } from '../until.ts';
import { startNameServer } from './dns.ts';
import { freePort } from './ports.ts';
import { launch, type Running } from './process.ts';

/*
 * nginx and HAProxy as processes of their own: HAProxy with haproxy.cfg, which compose.yaml uses, nginx with the
 * configuration of OPERATIONS.md.
 */

const read = (file: string) => readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');

/** How long the instances of compose.yaml drain. */
export async function shippedDrainSeconds(): Promise<string> {
  return /DRAIN_SECONDS: "(\d+)"/.exec(await read('compose.yaml'))?.[1] ?? '';
}

export const BALANCERS = ['nginx', 'haproxy'] as const;
export type BalancerName = (typeof BALANCERS)[number];

/** The instances: their port, and the addresses of those that run. */
export interface Instances {
  readonly port: number;
  addresses(): readonly string[];
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly instances: Instances;
}

async function documentedConfiguration(): Promise<string> {
  return /```nginx\n(.+?)```/s.exec(await read('OPERATIONS.md'))?.[1] ?? '';
}

/** Debian has them where only root looks. */
export const PATH = `${process.env.PATH}:/usr/sbin`;
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
  haproxy: () => read('haproxy.cfg'),
};

const COMMANDS: Readonly<Record<BalancerName, (file: string) => string[]>> = {
  nginx: (file) => ['-c', file, '-e', '/dev/stderr'],
  haproxy: (file) => ['-db', '-f', file],
};

/**
 * Starts a balancer in front of a service on a free port, and waits until it serves. It runs until the test ends.
 *
 * @returns undefined if it is not installed on this machine; in CI it has to be
 */
export async function startBalancer(
  t: Test,
  name: BalancerName,
  instances: Instances,
): Promise<{ readonly port: number } | undefined> {
  if (spawnSync(name, ['-v'], { env: { PATH } }).error) return missing(t, name);
  const { path: folder, remove } = await createTemporaryFolder();
  const names = await startNameServer(instances.addresses);
  const port = await freePort();
  const file = join(folder, 'configuration');
  await writeFile(file, await CONFIGURATIONS[name]({ folder, port, instances }));
  const env = {
    ...{ ...process.env, PATH },
    LISTEN: `127.0.0.1:${port}`,
    API_NAME: `api:${instances.port}`,
    NAME_SERVER: `127.0.0.1:${names.port}`,
  };
  const balancer = launch([name, ...COMMANDS[name](file)], { env });
  t.teardown(async () => {
    await balancer.end('SIGTERM');
    names.close();
    await remove();
  });
  await untilServing(balancer, port);
  return { port };
}

/** Skips a test where a program is missing, but not in CI. */
export function missing(t: Test, name: string): undefined {
  if (process.env.CI) throw new Error(`CI needs ${name}.`);
  t.comment(`skipped: ${name} is not installed on this machine`);
  return undefined;
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
