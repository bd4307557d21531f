import { freePort } from './ports.ts';
import { launchServer, type Server } from './server.ts';

/*
 * Several instances as in a container network: on one port, each at an address of its own, and a new one when it
 * is replaced. Only on Linux a machine has more than one address of its own.
 */

const COUNT = 3;

/** Starts three. */
export async function startInstances(settings: Readonly<Record<string, string>>) {
  const port = await freePort();
  const running: { host: string; server: Server }[] = [];
  let started = 0;

  async function start() {
    started += 1;
    const host = `127.0.0.${10 + started}`;
    const own = { TRUST_PROXY: '127.0.0.0/8', HOST: host, PORT: String(port) };
    running.push({ host, server: await launchServer({ ...settings, ...own }) });
  }

  for (let i = 0; i < COUNT; i += 1) await start();
  return {
    port,
    addresses: () => running.map(({ host }) => host),
    /** Replaces each instance by a new one, one after the other. */
    async replaceAll() {
      for (let i = 0; i < COUNT; i += 1) {
        const ended = await running[0]?.server.end('SIGTERM');
        if (ended?.code !== 0) throw new Error(`An instance ended with ${ended?.code}.`);
        // Its name is withdrawn when it has ended.
        running.shift();
        await start();
      }
    },
    kill: () => Promise.all(running.map(({ server }) => server.end('SIGKILL'))),
  };
}
