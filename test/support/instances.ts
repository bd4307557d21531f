import type { Test } from 'tap';
import { freePort } from '../../scripts/servers/ports.ts';
import { launchServer } from '../../scripts/servers/server.ts';

/** Only on Linux a machine has more than one address of its own. */
const HOSTS = ['127.0.0.11', '127.0.0.12'];

/** Starts two instances, each at an address of its own. They run until the test ends. */
export async function startInstances(t: Test, settings: Readonly<Record<string, string>>) {
  const PORT = String(await freePort());
  const start = (HOST: string) =>
    launchServer({ ...settings, TRUST_PROXY: '127.0.0.0/8', HOST, PORT });
  const running = await Promise.all(HOSTS.map(start));
  t.teardown(() => Promise.all(running.map((server) => server.end('SIGKILL'))));
  return {
    addresses: HOSTS.map((host) => `${host}:${PORT}`),
    /** Replaces each instance by a new one, one after the other. */
    async replaceAll() {
      for (const [i, host] of HOSTS.entries()) {
        const ended = await running[i]?.end('SIGTERM');
        if (ended?.code !== 0) throw new Error(`An instance ended with ${ended?.code}.`);
        running[i] = await start(host);
      }
    },
  };
}
