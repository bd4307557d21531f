import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';
import { freePort } from '../../../scripts/servers/ports.ts';
import { launch, type Running } from '../../../scripts/servers/process.ts';
import { until } from '../until.ts';

/*
 * HAProxy as a process of its own, with deploy/haproxy.cfg, which compose.yaml uses.
 */

const FILE = fileURLToPath(new URL('../../../deploy/haproxy.cfg', import.meta.url));
const COMPOSE = new URL('../../../compose.yaml', import.meta.url);

/** How long the instances of compose.yaml drain. */
export async function shippedDrainSeconds(): Promise<string> {
  return /DRAIN_SECONDS: "(\d+)"/.exec(await readFile(COMPOSE, 'utf8'))?.[1] ?? '';
}

/** Debian has it where only root looks. */
export const PATH = `${process.env.PATH}:/usr/sbin`;

/**
 * Starts it in front of two instances on a free port, and waits until it serves. It runs until the test ends.
 *
 * @param addresses of the instances, or of the only one
 * @returns undefined if it is not installed on this machine; in CI it has to be
 */
export async function startBalancer(
  t: Test,
  addresses: readonly string[],
): Promise<{ readonly port: number } | undefined> {
  if (spawnSync('haproxy', ['-v'], { env: { PATH } }).error) return missing(t, 'haproxy');
  const port = await freePort();
  const LISTEN = `127.0.0.1:${port}`;
  const [API_1 = '', API_2 = API_1] = addresses;
  const env = { ...process.env, PATH, LISTEN, API_1, API_2 };
  const balancer = launch(['haproxy', '-db', '-f', FILE], { env });
  t.teardown(() => balancer.end('SIGTERM'));
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
