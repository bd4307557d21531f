// Logs one line for each request: its caller, address, operation and outcome. The line has neither
// the content nor the path of the request, into which people paste keys by mistake.

import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionError } from '../errors/index.ts';
import type { EndListener } from '../http/index.ts';
import { bareAddress, exactNumber, type LogFields } from './log.ts';

/** The error type of an aborted request, by who has closed its connection. */
export const ABORT_TYPES = { client: 'client_disconnected', service: 'connection_closed' } as const;

/** Makes what logs a request that has ended. */
export function createAccessLog(fields: LogFields): EndListener {
  return (request, reply, closedBy) => {
    const { ip, raw, caller, operation } = request;
    const { customer } = caller;
    const isAborted = closedBy !== undefined;
    const line = {
      // A proxy may send something that is not an address.
      'client.address': bareAddress(isIP(ip) ? ip : String(raw.socket.remoteAddress)),
      'network.protocol.version': raw.httpVersion,
      'http.request.method': raw.method,
      'http.route': routeOf(request),
      [fields.operationId]: operation?.qualifiedId,
      [fields.customerId]: customer && exactNumber(customer.customerId),
      [fields.apiKeyId]: customer && exactNumber(customer.apiKeyId),
      // In seconds, to the microsecond.
      'http.server.request.duration': Math.round(reply.elapsedTime * 1_000) / 1e6,
      'http.response.status_code':
        isAborted && !reply.raw.headersSent ? undefined : reply.statusCode,
      'http.response.body.size': isAborted ? undefined : bodyBytesOf(raw.method, reply),
      'error.type': isAborted ? ABORT_TYPES[closedBy] : reply.error?.code,
    };
    request.log.info(line, isAborted ? 'request aborted' : 'request completed');
  };
}

/** Logs input that did not become a request. */
export function logConnectionError(
  log: FastifyBaseLogger,
  fields: LogFields,
  error: ConnectionError,
): void {
  const line = {
    [fields.requestId]: error.requestId,
    'client.address': bareAddress(error.address),
    'http.response.status_code': error.statusCode,
    'http.response.body.size': error.bodyBytes,
    'error.type': error.code,
  };
  log.info(line, 'request completed');
}

/** The route, with the parameter names of the contract instead of those of the router. */
export function routeOf(request: FastifyRequest): string | undefined {
  return request.operation?.route ?? request.routeOptions.url;
}

function bodyBytesOf(method: string | undefined, reply: FastifyReply) {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return 0;
  const length = reply.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}
