import * as http from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { compile } from '@fastify/proxy-addr';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { announcesBody, type errors } from '../contract/index.ts';
import { type Config, splitList } from '../settings/index.ts';

/*
 * Keeps an instance alive without a balancer in front of it: so many connections, one request of each at a time,
 * and none for longer than its time limits. How much of that each client may have is up to the balancer.
 */

interface Connection {
  /** The response to its latest request. */
  latest?: http.ServerResponse;
  /** How many requests wait for the one before them. */
  waiting: number;
  /** What could not be read on it, after which it ends. */
  fault?: errors.ApiError;
}

/** No client that we know sends another request before it has its response. */
const MAX_WAITING = 4;
/** For how long a client may neither send nor receive anything while it has a request. */
const INACTIVE_MS = 30_000;
/** A body in tiny parts takes a hundred times its size: how many it may have, and their average size after that. */
const FREE_PARTS = 500;
const MIN_BYTES = 16;

const connections = new WeakMap<Socket, Connection>();
/** Addresses with a connection that was cut off: for a second no other one is accepted. */
const blocked = new Set<string>();

export function connectionOf(socket: Socket): Connection {
  const known = connections.get(socket);
  if (known) return known;
  const connection = { waiting: 0 };
  connections.set(socket, connection);
  return connection;
}

function cutOff(socket: Socket) {
  const address = normalizeIP(String(socket.remoteAddress));
  blocked.add(address);
  setTimeout(() => blocked.delete(address), 1_000).unref();
  socket.destroy();
}

/** Counts the parts of a body as they arrive: they would wait in memory for whatever the request waits for. */
class BoundedMessage extends http.IncomingMessage {
  #parts = 0;
  #bytes = 0;

  override push(part: Buffer | null): boolean {
    this.#parts += 1;
    this.#bytes += part?.length ?? 0;
    const isBounded = this.#parts <= FREE_PARTS || this.#bytes >= this.#parts * MIN_BYTES;
    if (isBounded || part === null) return super.push(part);
    if (!this.socket.destroyed) cutOff(this.socket);
    return false;
  }
}

/** The server for Fastify's option `serverFactory`. */
export function createBoundedServer(handle: http.RequestListener, options: http.ServerOptions) {
  const server = http.createServer({ ...options, IncomingMessage: BoundedMessage }, handleInOrder);
  server.timeout = INACTIVE_MS;
  // Without a listener Node would send 100 Continue before any hook has run, 417, or nothing at all to CONNECT.
  server.on('checkContinue', handleInOrder);
  server.on('checkExpectation', handleInOrder);
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    server.emit('clientError', { code: 'CONNECT' }, socket);
  });
  return server;

  function handleInOrder(request: http.IncomingMessage, response: http.ServerResponse) {
    const { socket } = request;
    const connection = connectionOf(socket);
    const { latest } = connection;
    // What has arrived with the request for which the connection was cut off.
    if (!socket.writable) return;
    connection.latest = response;
    // Node discards what has arrived after a request for another protocol.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    if (!latest || latest.writableFinished) return handle(request, response);
    connection.waiting += 1;
    if (connection.waiting > MAX_WAITING) return cutOff(socket);
    finished(latest, () => {
      connection.waiting -= 1;
      if (socket.writable) handle(request, response);
    });
  }
}

async function boundConnections(app: FastifyInstance, config: Config) {
  const isTrusted = compile(config.TRUST_PROXY ? splitList(config.TRUST_PROXY) : []);
  const counts = new Map<string, number>();
  // As in deploy/haproxy.cfg, 0 is no bound.
  const maxOfAddress = config.MAX_CONNECTIONS_PER_ADDRESS || Number.POSITIVE_INFINITY;
  app.server.maxConnections = config.MAX_CONNECTIONS;
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // Those of a proxy are for many.
    if (remoteAddress === undefined || isTrusted(remoteAddress, 0)) return;
    const address = normalizeIP(remoteAddress);
    const count = counts.get(address) ?? 0;
    const isFull = count >= maxOfAddress;
    if (isFull || blocked.has(address)) return void socket.destroy();
    counts.set(address, count + 1);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

/** Lets a client send its body that waits for that. A client of HTTP/1.0 does not know the status. @see RFC 9110 section 10.1.1 */
export function continueBody(
  { headers, httpVersion }: http.IncomingMessage,
  response: http.ServerResponse,
) {
  if (!announcesBody(headers) || httpVersion === '1.0') return;
  if (/\b100-continue\b/i.test(headers.expect ?? '')) response.writeContinue();
}

export default fp(boundConnections, { name: 'connections' });
