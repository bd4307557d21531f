import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between a client and a server that can hang, and lead to another server. */
export type NetworkProxy = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy(firstPort: number) {
  const sockets = new Set<Socket>();
  let targetPort = firstPort;
  let isHanging = false;
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => client.destroy());
      socket.on('close', () => sockets.delete(socket) && client.destroy() && target.destroy());
    }
    client.pipe(target).pipe(client);
    if (isHanging) hold(client, target);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    /** Stops all traffic without closing a connection. */
    hang() {
      isHanging = true;
      hold(...sockets);
    },
    resume() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    /** Closes all connections, and leads new ones to another server. */
    leadTo(port: number) {
      targetPort = port;
      closeAll();
    },
    close() {
      closeAll();
      server.close();
    },
  };
}

function hold(...sockets: Socket[]) {
  for (const socket of sockets) socket.pause();
}
