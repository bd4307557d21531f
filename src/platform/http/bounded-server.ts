// Protects an instance without a balancer: bounds its connections, handles the requests of each one
// at a time, and closes slow connections.

import * as http from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type Config, splitList } from '../config/index.ts';
import { type Bounds, boundConnections, connectionOf } from './open-connections.ts';

/** The request line and all header fields together. */
export const MAX_HEADER_BYTES = 16_384;
const SERVER_OPTIONS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  // A hook rejects a request without a host, since Node's own response has no body.
  requireHostHeader: false,
  // How long a client may take to send the headers, and the whole request.
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than balancers keep a connection that they do not use.
  keepAliveTimeout: 72_000,
};
/** No client that we know sends another request before it has its response. */
const MAX_WAITING = 4;
/** How long a connection may be silent while a request is in progress. */
const INACTIVE_MS = 30_000;
/** Tiny parts take a hundred times their size in memory: after these, parts must be larger. */
const FREE_PARTS = 500;
const MIN_AVERAGE_BYTES = 16;

/** Bounds the parts of a body, which wait in memory while the request waits. */
class BoundedMessage extends http.IncomingMessage {
  #parts = 0;
  #bytes = 0;

  override push(part: Buffer | null): boolean {
    if (part === null) return super.push(part);
    this.#parts += 1;
    this.#bytes += part.length;
    const isBounded = this.#parts <= FREE_PARTS || this.#bytes >= this.#parts * MIN_AVERAGE_BYTES;
    if (isBounded) return super.push(part);
    if (!this.socket.destroyed) connectionOf(this.socket).cutOff();
    return false;
  }
}

/** The server for Fastify's option `serverFactory`. */
export function createBoundedServer(handle: http.RequestListener) {
  const options = { ...SERVER_OPTIONS, IncomingMessage: BoundedMessage };
  const server = http.createServer(options, handleInOrder);
  server.timeout = INACTIVE_MS;
  // Without these listeners, Node sends 100 before any hook, 417 itself, and nothing to CONNECT.
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
    // Closed because of a request that arrived in the same chunk, or after the requests before.
    if (!socket.writable || connection.isLast) return;
    connection.latest = response;
    connection.onBusy();
    response.on('close', () => {
      if (connection.latest === response) connection.onIdle();
    });
    // Node discards everything that follows a request to upgrade the protocol.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    if (!latest || latest.writableFinished) return handle(request, response);
    connection.waiting += 1;
    if (connection.waiting > MAX_WAITING) return connection.cutOff();
    finished(latest, () => {
      connection.waiting -= 1;
      if (socket.writable) handle(request, response);
    });
  }
}

interface ConnectionBoundsOptions extends Pick<Bounds, 'networkOf'> {
  readonly config: Pick<Config, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>;
}

async function connectionBounds(app: FastifyInstance, options: ConnectionBoundsOptions) {
  const { config, networkOf } = options;
  const isTrusted = compile(config.TRUST_PROXY ? splitList(config.TRUST_PROXY) : []);
  const bounds = {
    maxConnections: config.MAX_CONNECTIONS,
    maxConnectionsPerAddress: config.MAX_CONNECTIONS_PER_ADDRESS,
    networkOf,
  };
  const isProxy = (address: string) => isTrusted(address, 0);
  boundConnections(app.server, { ...bounds, isProxy });
  warnOfProxy(app, isProxy);
}

/** Warns once of a proxy that may not be declared: its callers would share one address. */
function warnOfProxy(app: FastifyInstance, isProxy: Bounds['isProxy']) {
  let isWarned = false;
  app.addHook('onRequest', ({ headers, socket }, _reply, next) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !isWarned) warnUnlessProxy(String(socket.remoteAddress));
    next();
  });

  function warnUnlessProxy(peer: string) {
    if (isProxy(peer)) return;
    isWarned = true;
    app.log.warn(
      `${peer} has sent X-Forwarded-For, which is ignored, since it is not in TRUST_PROXY: ` +
        'if it is a proxy, all its callers without a valid key share one limit',
    );
  }
}

/** Sends 100 if the client waits with its body, except in HTTP/1.0. @see RFC 9110 section 10.1.1 */
export function sendContinue(
  { headers, httpVersion }: http.IncomingMessage,
  response: http.ServerResponse,
) {
  const isWaiting = /\b100-continue\b/i.test(headers.expect ?? '');
  if (isWaiting && httpVersion !== '1.0') response.writeContinue();
}

export default fp(connectionBounds, { name: 'connection-bounds' });
