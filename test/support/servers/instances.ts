import { freePort } from './ports.ts';
import { type Server, startServer } from './server.ts';

/*
 * Several instances as in a container network: on one port, each at an address of its own, and a new one when it
 * is replaced. Only on Linux a machine has more than one address of its own.
 */

const COUNT = 3;

/** Starts three. */
export async function startInstances(
  key: string,
  settings: Readonly<Record<string, string>>,
  /** Makes a reader of the log of each. */
  logReader?: () => (text: string) => void,
) {
  const port = await freePort();
  const running: Server[] = [];
  let started = 0;

  async function start() {
    started += 1;
    const own = { TRUST_PROXY: '127.0.0.0/8', ...settings };
    const options = logReader ? { onLog: logReader() } : {};
    const host = `127.0.0.${10 + started}`;
    running.push(await startServer(key, { ...own, HOST: host, PORT: String(port) }, options));
  }

  for (let i = 0; i < COUNT; i += 1) await start();
  return {
    port,
    addresses: () => running.flatMap((server) => server.addresses()),
    /** Replaces each instance by a new one, one after the other. */
    async replaceAll() {
      for (let i = 0; i < COUNT; i += 1) {
        // Its name is withdrawn when it has ended.
        await running[0]?.stop();
        running.shift();
        await start();
      }
    },
    kill: () => Promise.all(running.map((server) => server.kill())),
  };
}
