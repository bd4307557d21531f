import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  type Contract,
  type errors,
  lifecycleHeaders,
  type Operation,
  type UnknownRouteError,
} from '../contract/index.ts';
import { UNIDENTIFIED } from '../limits/index.ts';
import { connectionOf, continueBody } from './connections.ts';
import { AUTHORIZATION_REPEATED, findHeadError, MAX_FIELDS } from './request-head.ts';

/*
 * How every request begins and ends, whatever its path. The access log, the usage of keys and the metrics are told of its
 * end.
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** Of every response, unless it replaces them, as the documentation pages do. */
    securityHeaders: Readonly<Record<string, string>>;
    /** Has a listener called once: when a response was sent to its end, or its connection was closed before. */
    onRequestEnd(listener: EndListener): void;
    /** How many requests have begun and not ended. */
    requestsInFlight(): number;
  }
  interface FastifyRequest {
    /** What it asks for. Kept, since Fastify makes `routeOptions` anew each time that it is read. */
    operation: Operation | undefined;
    /** What is wrong with its head. Below the base path it is rejected once it is counted. */
    headError: errors.ApiError | undefined;
  }
  interface FastifyReply {
    /** Whether the response was sent to its end. */
    isComplete: boolean;
  }
}

/** @param closedBy who has closed the connection of a request that was aborted */
export type EndListener = (
  request: FastifyRequest,
  reply: FastifyReply,
  closedBy?: 'client' | 'service',
) => void;

/** They tell browsers and caches that a response is data, for its caller only. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services below this host decide for themselves. @see RFC 6797 */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };
/** An id that is safe to log. */
const SAFE_ID = /^[\w.-]{1,64}$/;

interface ExchangeOptions {
  readonly contract: Contract;
  readonly isHttps: boolean;
  readonly unknownRouteError: UnknownRouteError;
}

async function exchange(app: FastifyInstance, options: ExchangeOptions) {
  const { contract, isHttps, unknownRouteError } = options;
  const securityHeaders = { ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) };
  const firstHeaders = new Map<Operation | undefined, Readonly<Record<string, string>>>();
  for (const operation of contract.operations) {
    firstHeaders.set(operation, { ...securityHeaders, ...lifecycleHeaders(operation, contract) });
  }
  const listeners: EndListener[] = [];
  let inFlight = 0;
  app.decorate('securityHeaders', securityHeaders);
  app.decorate('onRequestEnd', (listener) => listeners.push(listener));
  app.decorate('requestsInFlight', () => inFlight);
  app.decorateRequest('operation');
  app.decorateRequest('headError');
  app.decorateRequest('caller');
  app.decorateReply('isComplete', false);
  const patterns = [SAFE_ID, ...declaredPatterns(contract)];
  // A caller may choose it. It is in each line that is logged of the request, and in its response.
  app.setGenReqId(({ headers: { 'x-request-id': given } }) => {
    const isAccepted = typeof given === 'string' && patterns.every((one) => one.test(given));
    return isAccepted ? given : randomUUID();
  });
  app.setNotFoundHandler(unknownRouteError);
  // Node drops the fields beyond it.
  app.server.maxHeadersCount = MAX_FIELDS + 1;

  // onRequest, before anything can reject the request.
  app.addHook('onRequest', (request, reply, next) => {
    inFlight += 1;
    request.operation = request.routeOptions.config.operation;
    request.caller = UNIDENTIFIED;
    request.headError = findHeadError(request.raw);
    // Of two keys neither is taken.
    if (request.headError === AUTHORIZATION_REPEATED) delete request.headers.authorization;
    reply.header('x-request-id', request.id);
    reply.headers(firstHeaders.get(request.operation) ?? securityHeaders);
    // Fastify's onRequestAbort misses requests whose body was read, and onResponse those that were aborted.
    reply.raw.once('close', () => {
      inFlight -= 1;
      const closedBy = reply.isComplete ? undefined : whoHasClosed(request);
      for (const listener of listeners) listener(request, reply, closedBy);
    });
    next();
  });

  // preParsing, the last step before a body is read. Of the API, most is rejected earlier, by admission.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    const { headError, raw } = request;
    // A body can fail before anything reads it.
    const fault = headError ?? (raw.complete ? undefined : connectionOf(raw.socket).fault);
    const error = fault ?? (request.is404 ? unknownRouteError(request) : undefined);
    if (!error && raw.headers.expect !== undefined) continueBody(raw, reply.raw);
    next(error);
  });

  // onSend, since a stop can begin while a request is in flight.
  app.addHook('onSend', ({ raw }, reply, _payload, next) => {
    // A connection does not end before the last of its requests has its response.
    const isLast = app.shutdown.hasBegun && connectionOf(raw.socket).waiting === 0;
    if (isLast) reply.header('connection', 'close');
    next();
  });

  app.addHook('onResponse', (request, reply, next) => {
    // Node 22 says that a response is complete also where the client has reset the connection.
    reply.isComplete = !request.socket?.errored;
    next();
  });
}

/** The patterns that the contract has for the ids of its responses, each once. */
function declaredPatterns({ operations }: Contract): RegExp[] {
  const responses = operations.flatMap(({ schema }) => Object.values(schema.responseHeaders));
  const patterns = responses.map(({ properties }) => properties['X-Request-Id']?.pattern ?? '');
  return [...new Set(patterns)].map((pattern) => new RegExp(String(pattern), 'u'));
}

/** Who has closed the connection before the end of the response. */
function whoHasClosed({ raw: { socket } }: FastifyRequest) {
  return socket.readableEnded || socket.errored ? 'client' : 'service';
}

export default fp(exchange, { name: 'exchange' });
