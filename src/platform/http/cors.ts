// Lets pages of other origins call the API with a key that they send themselves: browsers add no
// credentials of their own. https://fetch.spec.whatwg.org/#http-cors-protocol

import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { BaseUrls, Contract } from '../contract/index.ts';
import { isOwnHost } from './hosts.ts';

/** The headers that any request can have, besides the parameters of its operation. */
const HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent', 'tracestate'];

interface CorsOptions {
  /** Where pages may call from: `*` for everywhere. */
  readonly origins: readonly string[];
  readonly contract: Contract;
  /** Headers that requests can have beside those of the contract. */
  readonly headers?: readonly string[];
  /** Whether headers announce a body. */
  readonly announcesBody: (headers: FastifyRequest['headers']) => boolean;
  /** The headers that show an anonymous caller what is left of its limits. */
  readonly limitHeaders: (request: FastifyRequest) => Readonly<Record<string, string | number>>;
}

/**
 * Makes a guard against DNS rebinding: a page may call if its origin is allowed, or if it is of
 * this service and was loaded by its address.
 */
export function createOriginCheck(
  origins: readonly string[],
  { production, staging }: BaseUrls,
): (request: FastifyRequest) => boolean {
  const published = [production, staging].filter((url) => url !== undefined);
  const allowed = new Set([...origins, ...published.map((url) => new URL(url).origin)]);
  return ({ headers: { origin }, host }) => {
    if (origin === undefined || allowed.has('*') || allowed.has(origin)) return true;
    if (!URL.canParse(origin)) return false;
    const page = new URL(origin);
    return page.host === host && isOwnHost(page.hostname);
  };
}

/** For requests of the API. Registered before anything that can reject one. */
async function apiCors(app: FastifyInstance, options: CorsOptions) {
  const { origins, contract, headers: more = [], limitHeaders } = options;
  const parameters = contract.operations.flatMap(({ parameters }) => parameters);
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const exposed = contract.operations.flatMap(({ responseHeaders }) => responseHeaders);
  const fixed = {
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders: [...new Set(exposed)],
    // All methods, so that a page can read why one is rejected.
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...new Set([...HEADERS, ...headers.map(({ name }) => name), ...more])],
    // The most seconds that any browser keeps a preflight's response.
    maxAge: 7_200,
    // The plugin would respond with a Content-Length, which a 204 must not have.
    preflightContinue: true,
  };
  const isPreflight = (request: FastifyRequest) =>
    isCompletePreflight(request) && !options.announcesBody(request.headers);
  await app.register(cors, {
    delegator: (request, done) => done(null, { ...fixed, preflight: isPreflight(request) }),
  });
  // onRequest, before the caller is identified: a preflight never has a key.
  app.addHook('onRequest', (request, reply, next) => {
    if (!isPreflight(request)) return next();
    // Not counted: a page does not decide when its browser sends a preflight.
    reply.headers(limitHeaders(request));
    reply.code(204).send();
  });
}

/** One that is incomplete, or has a body, is rejected as any other OPTIONS request. */
function isCompletePreflight({ method, headers, headError }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': requested } = headers;
  return method === 'OPTIONS' && Boolean(origin && requested) && !headError;
}

export default fp(apiCors, { name: 'cors' });
