// A name server whose addresses change.

import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Test } from 'tap';

const HEADER_BYTES = 12;
/** A response, to a question with one name. */
const FLAGS = 0x8180;
const TYPE_A = 1;

/**
 * Starts a name server as Docker has it: whatever the name, it leads to these IPv4 addresses, which
 * may change. It runs until the test ends.
 *
 * @returns its port
 */
export async function startNameServer(t: Test, addresses: ReadonlySet<string>): Promise<number> {
  const socket = createSocket('udp4');
  t.teardown(() => socket.close());
  socket.on('message', (query, { port, address }) => {
    const endOfName = query.indexOf(0, HEADER_BYTES) + 1;
    const question = query.subarray(HEADER_BYTES, endOfName + 4);
    const found = query.readUInt16BE(endOfName) === TYPE_A ? [...addresses] : [];
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt16BE(query.readUInt16BE(0));
    header.writeUInt16BE(FLAGS, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    socket.send(Buffer.concat([header, question, ...found.map(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
}

/** A record that is not to be kept, for the name of the question. */
function record(address: string): Buffer {
  const bytes = address.split('.').map(Number);
  return Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
}
