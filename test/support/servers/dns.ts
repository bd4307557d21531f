import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server as that of a container network: for every name it returns the addresses of what runs. */
export interface NameServer {
  readonly port: number;
  close(): void;
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** A response without an error, from a server that asks others. */
const RESPONSE = 0x8180;
/** The name at the first byte after the header, type A, class IN, 1 s to live, 4 bytes. */
const ANSWER = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4];

/**
 * Starts a name server on a free port.
 *
 * @param addresses IPv4 addresses, asked for with each query
 * @see RFC 1035 section 4
 */
export async function startNameServer(addresses: () => readonly string[]): Promise<NameServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  socket.on('message', (query, { port, address }) => {
    socket.send(respond(query, addresses()), port, address);
  });
  return { port: socket.address().port, close: () => socket.close() };
}

function respond(query: Buffer, addresses: readonly string[]): Buffer {
  const end = query.indexOf(0, HEADER_BYTES) + 5;
  const isForAddresses = query.readUInt16BE(end - 4) === TYPE_A;
  const answers = (isForAddresses ? addresses : []).map((address) =>
    Buffer.from([...ANSWER, ...address.split('.').map(Number)]),
  );
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(RESPONSE, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]);
}
