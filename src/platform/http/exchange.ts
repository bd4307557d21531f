// How every request begins and ends, whatever its path. Access log, key usage, metrics and traces
// listen for its end.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../config/index.ts';
import type { Contract, Lifecycle, Operation } from '../contract/index.ts';
import { sendContinue } from './bounded-server.ts';
import { connectionOf } from './open-connections.ts';
import { findHeadError, type HeadError, MAX_FIELDS } from './request-head.ts';
import type { UnknownRouteError } from './request-targets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the route; undefined outside of the contracts. */
    operation: Operation | undefined;
    /** The largest body that its route accepts. */
    bodyLimit: number;
    /** What is wrong with the head. Admission rejects the request once it is counted. */
    headError: HeadError | undefined;
    /** Whether it became a request of an operation, which is logged and counted instead. */
    isForwarded: boolean;
  }
  interface FastifyReply {
    /** Whether the whole response was sent. */
    isComplete: boolean;
  }
}

/**
 * Is called when a response is complete, or its connection closed before.
 *
 * @param closedBy who has closed the connection of a request that was aborted
 */
export type EndListener = (
  request: FastifyRequest,
  reply: FastifyReply,
  closedBy?: 'client' | 'service',
) => void;

/** Tells browsers and caches that a response is data, for its caller only. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services of this host decide for themselves. @see RFC 6797 */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };
/** An id that is safe to log. */
const SAFE_ID = /^[\w.-]{1,64}$/;

interface ExchangeOptions {
  readonly contracts: readonly Contract[];
  readonly lifecycle: Lifecycle;
  /** Whether headers announce a body. */
  readonly announcesBody: (headers: IncomingHttpHeaders) => boolean;
  /** The headers of every response that does not replace them, as the documentation does. */
  readonly securityHeaders: Readonly<Record<string, string>>;
  /** The caller of a request before, and without, authentication. */
  readonly unidentified: FastifyRequest['caller'];
  /** Whether a text may contain a secret, which is neither logged nor returned. */
  readonly isSecret: (text: string) => boolean;
  readonly unknownRouteError: UnknownRouteError;
  /** Are called at the end of each request, in this order. */
  readonly endListeners: readonly EndListener[];
  /** Are called instead at the end of a request that was passed on. */
  readonly forwardedListeners: readonly EndListener[];
  /** Aborted once a stop has begun. */
  readonly stopping: AbortSignal;
}

/** @param config PUBLIC_URL tells whether clients use HTTPS */
export function createSecurityHeaders(
  config: Pick<Config, 'PUBLIC_URL'>,
): Readonly<Record<string, string>> {
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  return { ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) };
}

async function exchange(app: FastifyInstance, options: ExchangeOptions) {
  const { securityHeaders, unidentified, unknownRouteError, announcesBody, stopping } = options;
  const { endListeners, forwardedListeners } = options;
  const firstHeaders = headersByOperation(options);
  app.decorateRequest('operation');
  app.decorateRequest('bodyLimit', 0);
  app.decorateRequest('headError');
  app.decorateRequest('isForwarded', false);
  app.decorateRequest('caller');
  app.decorateReply('isComplete', false);
  app.setGenReqId(requestIdReader(options));
  // An error that the handler returns goes to the error handler.
  app.setNotFoundHandler(unknownRouteError);
  // One field more than allowed, to notice too many: Node drops the rest.
  app.server.maxHeadersCount = MAX_FIELDS + 1;

  // onRequest, before anything can reject the request.
  app.addHook('onRequest', (request, reply, next) => {
    // Fastify makes the options of a route anew for each read.
    const { config, bodyLimit } = request.routeOptions;
    request.operation = config.operation;
    request.bodyLimit = bodyLimit;
    request.caller = unidentified;
    request.headError = findHeadError(request.raw);
    // With two keys, the caller is anonymous.
    if (request.headError?.key === 'dropped') delete request.headers.authorization;
    reply.header('x-request-id', request.id);
    reply.headers(firstHeaders.get(request.operation) ?? securityHeaders);
    // Fastify's onRequestAbort misses requests whose body was read, its onResponse aborted ones.
    reply.raw.on('close', () => {
      const closedBy = reply.isComplete ? undefined : whoHasClosed(request);
      const listeners = request.isForwarded ? forwardedListeners : endListeners;
      for (const listener of listeners) listener(request, reply, closedBy);
    });
    next();
  });

  // preParsing, the last step before a body is read, for what admission has not rejected.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { headError, raw } = request;
    // A body can fail before anything reads it.
    const unreadable =
      headError?.error ?? (raw.complete ? undefined : connectionOf(raw.socket).error);
    const error = unreadable ?? (request.is404 ? unknownRouteError(request) : undefined);
    const isWaiting = raw.headers.expect !== undefined && announcesBody(raw.headers);
    if (!error && isWaiting) sendContinue(raw, reply.raw);
    next(error);
  });

  // onSend, since a stop can begin while a request is in flight.
  app.addHook('onSend', ({ raw }, reply, _payload, next) => {
    if (stopping.aborted) {
      const connection = connectionOf(raw.socket);
      connection.isLast = true;
      // Requests that wait on this connection get their responses before it closes.
      if (connection.waiting === 0) reply.header('connection', 'close');
    }
    next();
  });

  app.addHook('onResponse', (request, reply, next) => {
    // Node 22 reports a response as complete even if the client has reset the connection.
    reply.isComplete = !request.socket?.errored;
    next();
  });
}

/** The headers that the responses of each operation begin with. */
function headersByOperation({ contracts, securityHeaders, lifecycle }: ExchangeOptions) {
  const headers = new Map<Operation | undefined, Readonly<Record<string, string>>>();
  for (const contract of contracts) {
    for (const operation of contract.operations) {
      headers.set(operation, { ...securityHeaders, ...lifecycle.headersOf(operation) });
    }
  }
  return headers;
}

/**
 * A caller may choose the id of its request, which is in each line of the log about it, and in the
 * response. Without an id that is safe there, the request gets another.
 */
function requestIdReader({ contracts, isSecret }: ExchangeOptions) {
  const patterns = [SAFE_ID, ...declaredPatterns(contracts)];
  return ({ headers: { 'x-request-id': given } }: IncomingMessage): string => {
    if (typeof given !== 'string' || isSecret(given)) return randomUUID();
    return patterns.every((one) => one.test(given)) ? given : randomUUID();
  };
}

/** The patterns of X-Request-Id in the responses of the contract, each once. */
function declaredPatterns(contracts: readonly Contract[]): RegExp[] {
  const responses = contracts
    .flatMap(({ operations }) => operations)
    .flatMap(({ schema }) => Object.values(schema.responseHeaders));
  const patterns = responses.map(({ properties }) => properties['X-Request-Id']?.pattern ?? '');
  return [...new Set(patterns)].map((pattern) => new RegExp(String(pattern), 'u'));
}

/** Who has closed the connection before the end of the response. */
function whoHasClosed({ raw: { socket } }: FastifyRequest) {
  return socket.readableEnded || socket.errored ? 'client' : 'service';
}

export default fp(exchange, { name: 'exchange' });
