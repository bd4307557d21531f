// A network that can hang, or be slow.

import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import type { Test } from 'tap';
import { listenOn } from './raw-http.ts';

/** Starts a network to a server that can hang, or be slow, until the test ends. */
export async function startProxy(t: Test, targetPort: number) {
  const sockets = new Set<Socket>();
  let isHanging = false;
  let delayMs = 0;
  /** Each packet waits for the one before it. */
  const delayed = () =>
    new Transform({
      transform: (packet, _encoding, pass) =>
        void (delayMs === 0 ? pass(null, packet) : setTimeout(pass, delayMs, null, packet)),
    });
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => client.destroy());
      socket.on('close', () => sockets.delete(socket) && client.destroy() && target.destroy());
    }
    client.pipe(delayed()).pipe(target).pipe(client);
    if (isHanging) hold(client, target);
  });
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: await listenOn(t, server),
    /** Delays each packet to the server, such as a statement, by this time. */
    slow(ms: number) {
      delayMs = ms;
    },
    /** Stops all traffic without closing a connection. */
    hang() {
      isHanging = true;
      hold(...sockets);
    },
    resume() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
  };
}

function hold(...sockets: Socket[]) {
  for (const socket of sockets) socket.pause();
}
