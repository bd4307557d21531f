// Ports for servers that tests and measurements start.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports below those from which operating systems take one for each outgoing connection. */
const FIRST_PORT = 10_000;
const END_OF_PORTS = 32_768;

/** Finds a port that is free, and that no connection takes before the server listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, END_OF_PORTS);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await once(server.close(), 'close');
    return port;
  }
}
