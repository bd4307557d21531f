// HAProxy with the configuration that is shipped.

import type { Test } from 'tap';
import { PATH, root, unlessInstalled } from './scripts.ts';
import { freePort } from './servers/ports.ts';
import { launch } from './servers/process.ts';
import { until } from './until.ts';

/** The options of tests that need HAProxy. */
export const NEEDS_HAPROXY = { skip: unlessInstalled('haproxy') };

/**
 * Starts HAProxy with deploy/haproxy.cfg, as compose.yaml does, and waits until it serves. It runs
 * until the test ends.
 *
 * @param instances the address of the only one, or variables that say where they are
 * @returns its port
 */
export async function startBalancer(
  t: Test,
  instances: string | Readonly<Record<string, string>>,
): Promise<number> {
  const port = await freePort();
  const variables =
    typeof instances === 'string' ? { API_1: instances, API_2: instances } : instances;
  const env = { ...process.env, PATH, LISTEN: `127.0.0.1:${port}`, ...variables };
  const balancer = launch(['haproxy', '-db', '-f', 'deploy/haproxy.cfg'], { cwd: root, env });
  t.teardown(() => balancer.end('SIGTERM'));
  const ended = balancer.ended.then(({ stderr }) => {
    throw new Error(`HAProxy ended: ${stderr}`);
  });
  const isServing = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await response?.text();
    return response?.ok ?? false;
  };
  await Promise.race([ended, until(isServing)]);
  return port;
}
