// Connections on which tests send bytes, and read what is received.

import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Test } from 'tap';
import { checkResponse } from './sample-contract.ts';

/** A response as it was received. */
interface RawResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly code?: string; readonly message?: string };
}

/** How long to wait for a service that neither responds nor closes the connection. */
const PATIENCE_MS = 60_000;

/** Opens a connection, and collects everything received on it, until the test ends. */
export async function openConnection(t: Test, port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress }).setEncoding('latin1');
  t.teardown(() => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const connection = { socket, received: '', closed };
  socket.on('data', (text: string) => {
    connection.received += text;
  });
  // A connection that is cut off may end with an error.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return connection;
}

/** Sends a request. @returns whether it is served, and the connection not closed */
export function isServed({ socket }: { readonly socket: Socket }): Promise<boolean> {
  return new Promise((resolve) => {
    if (socket.closed) return resolve(false);
    socket.once('close', () => resolve(false)).once('data', () => resolve(true));
    socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
  });
}

/** Lets an application listen on a free port. @returns the port */
export async function listen(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

/** Lets a server listen on a free port until the test ends. @returns the port */
export async function listenOn(t: Test, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * Sends bytes as they are, one for each character. Returns everything received until the service
 * ends the connection, or what is received matches.
 */
export function exchange(port: number, bytes: string, until?: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    let received = '';
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('data', (text: string) => {
      received += text;
      if (until?.test(received)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.write(bytes, 'latin1');
  });
}

/** Returns the text of a request without a body, with an API key unless it is empty. */
export function requestText(key: string, method: string, target: string, ...fields: string[]) {
  const own = key ? [`Authorization: Bearer ${key}`] : [];
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...own, ...fields];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Splits what was received into responses, and reads each. */
export function readResponses(received: string): RawResponse[] {
  return received
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((text) => text !== '')
    .map(readResponse);
}

/** Reads a response that belongs to no operation, and checks it against the contract. */
export function readError(received: string): RawResponse {
  const response = readResponse(received);
  const { statusCode, headers, body } = response;
  checkResponse('GET', '/no-operation', { statusCode, headers, payload: JSON.stringify(body) });
  return response;
}

function readResponse(text: string): RawResponse {
  const [head = '', payload = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const isJson = /^[[{]/.test(payload);
  return {
    statusCode: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: isJson ? JSON.parse(payload) : {},
  };
}
