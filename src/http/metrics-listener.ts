import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import {
  type ApiError,
  connectNotImplemented,
  internalError,
  malformedTarget,
  methodNotAllowed,
  pathNotFound,
  readTarget,
  requestPath,
} from '../contract/index.ts';
import { type ConnectionError, errorOf } from './parser-errors.ts';
import { endConnection, rawResponse } from './raw-response.ts';
import { findFault } from './request-head.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

const PATH = '/metrics';

const raw = (error: ApiError) => rawResponse(error, SECURITY_HEADERS);

interface Place {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

type Metrics = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * Starts the listener that Prometheus reads. It rejects what the API rejects, with the same errors.
 *
 * @returns its address, and what closes it
 */
export async function startMetricsListener(
  metrics: Metrics,
  log: FastifyBaseLogger,
  { host, port }: Place,
): Promise<{ readonly origin: string; close(): void }> {
  // A request without a host is rejected like any other: the response of Node has no body.
  const server = createServer({ requireHostHeader: false });
  const latest = new WeakMap<Socket, ServerResponse>();
  // No body is read, and so none is asked for.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request, response) => {
      latest.set(request.socket, response);
      respond(metrics, log, request, response);
    });
  }
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    endConnection(socket, latest.get(socket), () => raw(connectNotImplemented));
  });
  server.on('clientError', (cause: ConnectionError, socket: Socket) => {
    const response = latest.get(socket);
    // A request whose head could be read has a response of its own.
    const isInBody = response?.req.complete === false;
    endConnection(socket, response, isInBody ? undefined : () => raw(errorOf(cause, false)));
  });
  server.listen(port, host);
  await once(server, 'listening');
  // It does not keep the process alive when the service has stopped.
  server.unref();
  return {
    origin: originOf(server.address() as AddressInfo),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  metrics: Metrics,
  log: FastifyBaseLogger,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const error = findFault(request) ?? rejectionOf(request);
  if (error) return sendError(response, error);
  try {
    send(response, 200, { 'content-type': metrics.contentType }, await metrics.metrics());
  } catch (err) {
    log.error({ err }, 'the metrics cannot be read');
    sendError(response, internalError);
  }
}

function rejectionOf({ url, method }: IncomingMessage): ApiError | undefined {
  const target = readTarget(String(url));
  if (target === undefined) return malformedTarget;
  if (decodeURI(requestPath(target)) !== PATH) return pathNotFound;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead ? undefined : methodNotAllowed(String(method), 'GET, HEAD');
}

function sendError(response: ServerResponse, error: ApiError) {
  const headers = {
    ...error.headers,
    'content-type': 'application/json',
    connection: 'close',
  };
  send(response, error.statusCode, headers, error.body);
}

function send(
  response: ServerResponse,
  statusCode: number,
  headers: OutgoingHttpHeaders,
  text: string,
) {
  const length = { 'content-length': Buffer.byteLength(text) };
  response.writeHead(statusCode, { ...SECURITY_HEADERS, ...headers, ...length }).end(text);
}

function originOf({ address, port, family }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
