import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { announcesBody, type Contract } from '../contract/index.ts';
import { clientAddress, currentSeconds, rateLimitHeaders } from '../limits/index.ts';
import { ANY_ORIGIN } from './cors-origins.ts';

/*
 * Lets pages of other origins call the API, with a key that they send themselves: browsers never send
 * credentials of their own along.
 *
 * https://fetch.spec.whatwg.org/#http-cors-protocol
 */

declare module 'fastify' {
  interface FastifyInstance {
    /** For a response without a reply: its headers for a page of this origin. Undefined while no page may call the API. */
    corsHeaders?: (origin: string | undefined) => Readonly<Record<string, string>>;
  }
}

interface CorsOptions {
  readonly origins: readonly string[];
  readonly contract: Contract;
}

/** As long as any browser keeps what it was told. */
const MAX_AGE_SECONDS = 7_200;
/** Each reaches the service, so that a page can read why one is rejected. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** What any request can have, beside the parameters of its operation. */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'X-Request-Id',
  'traceparent',
  'tracestate',
];

/** For requests of the API. Registered before anything that can reject one. */
async function apiCors(app: FastifyInstance, { origins, contract }: CorsOptions) {
  const isAny = origins.includes(ANY_ORIGIN);
  const everyResponse = {
    origin: isAny ? ANY_ORIGIN : [...origins],
    exposedHeaders: exposedHeaders(contract),
    preflight: false,
  };
  const preflight = {
    ...everyResponse,
    preflight: true,
    // The plugin would respond with a Content-Length, which a 204 must not have.
    preflightContinue: true,
    methods: METHODS,
    allowedHeaders: allowedHeaders(contract),
    maxAge: MAX_AGE_SECONDS,
  };
  await app.register(cors, {
    delegator(request, callback) {
      callback(null, isPreflight(request) ? preflight : everyResponse);
    },
  });
  // onRequest, before the caller is identified: a preflight never has a key.
  app.addHook('onRequest', (request, reply, next) => {
    if (!isPreflight(request)) return next();
    const { origin, 'access-control-request-private-network': privateNetwork } = request.headers;
    if (privateNetwork === 'true' && origins.includes(String(origin))) {
      reply.header('access-control-allow-private-network', 'true');
    }
    // Not counted: a page has no say in when its browser asks.
    const window = app.anonymousLimit.peek(clientAddress(request));
    reply.headers(rateLimitHeaders([window], window, currentSeconds()));
    reply.code(204).send();
  });
}

/** For what does not become a request. */
async function faultCors(app: FastifyInstance, { origins, contract }: CorsOptions) {
  const isAny = origins.includes(ANY_ORIGIN);
  const exposed = exposedHeaders(contract).join(', ');
  app.decorate('corsHeaders', (origin = '') => {
    const isAllowed = isAny || origins.includes(origin);
    return {
      vary: 'Origin',
      'access-control-expose-headers': exposed,
      ...(isAllowed && { 'access-control-allow-origin': isAny ? ANY_ORIGIN : origin }),
    };
  });
}

/** Others that claim to be one are rejected as any request with that method. */
function isPreflight({ method, headers, headFault }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': requested } = headers;
  const isComplete = method === 'OPTIONS' && Boolean(origin && requested);
  return isComplete && !headFault && !announcesBody(headers);
}

/** All headers that a response of the contract can have. */
function exposedHeaders({ operations }: Contract): string[] {
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  return distinct(responses.flatMap(({ headers = {} }) => Object.keys(headers)));
}

/** All headers that a request can have. */
function allowedHeaders({ operations }: Contract): string[] {
  const parameters = operations.flatMap((operation) => operation.parameters);
  const own = parameters.filter((parameter) => parameter.in === 'header');
  return distinct([...REQUEST_HEADERS, ...own.map(({ name }) => name)]);
}

/** Names that differ by more than case. */
function distinct(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
}

export const corsOfFaults = fp(faultCors, { name: 'cors-of-faults' });
export default fp(apiCors, { name: 'cors', dependencies: ['anonymous-limit'] });
