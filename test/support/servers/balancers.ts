import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { until } from '../until.ts';
import { startNameServer } from './dns.ts';
import { freePort } from './ports.ts';
import { launch, type Running } from './process.ts';

/*
 * HAProxy as a process of its own, with haproxy.cfg, which compose.yaml uses.
 */

const FILE = fileURLToPath(new URL('../../../haproxy.cfg', import.meta.url));
const COMPOSE = new URL('../../../compose.yaml', import.meta.url);

/** How long the instances of compose.yaml drain. */
export async function shippedDrainSeconds(): Promise<string> {
  return /DRAIN_SECONDS: "(\d+)"/.exec(await readFile(COMPOSE, 'utf8'))?.[1] ?? '';
}

/** The instances: their port, and the addresses of those that run. */
export interface Instances {
  readonly port: number;
  addresses(): readonly string[];
}

/** Debian has it where only root looks. */
export const PATH = `${process.env.PATH}:/usr/sbin`;

/**
 * Starts it in front of a service on a free port, and waits until it serves. It runs until the test ends.
 *
 * @returns undefined if it is not installed on this machine; in CI it has to be
 */
export async function startBalancer(
  t: Test,
  instances: Instances,
): Promise<{ readonly port: number } | undefined> {
  if (spawnSync('haproxy', ['-v'], { env: { PATH } }).error) return missing(t, 'haproxy');
  const names = await startNameServer(instances.addresses);
  const port = await freePort();
  const env = {
    ...{ ...process.env, PATH },
    LISTEN: `127.0.0.1:${port}`,
    API_NAME: `api:${instances.port}`,
    NAME_SERVER: `127.0.0.1:${names.port}`,
  };
  const balancer = launch(['haproxy', '-db', '-f', FILE], { env });
  t.teardown(async () => {
    await balancer.end('SIGTERM');
    names.close();
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
