import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { announcesBody, type Contract } from '../contract/index.ts';

/*
 * Lets pages of other origins call the API with a key that they send themselves: browsers add no
 * credentials of their own. https://fetch.spec.whatwg.org/#http-cors-protocol
 */

/** The headers that any request can have, besides the parameters of its operation. */
const HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent', 'tracestate'];

interface CorsOptions {
  /** Where pages may call from: `*` for everywhere. */
  readonly origins: readonly string[];
  readonly contract: Contract;
  /** The headers that show an anonymous caller what is left of its limits. */
  readonly limitHeaders: (request: FastifyRequest) => Readonly<Record<string, string | number>>;
}

/** For requests of the API. Registered before anything that can reject one. */
async function apiCors(app: FastifyInstance, { origins, contract, limitHeaders }: CorsOptions) {
  const parameters = contract.operations.flatMap(({ parameters }) => parameters);
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const responses = contract.operations.flatMap(({ responses }) => Object.values(responses));
  const options = {
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders: [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))],
    // All methods, so that a page can read why one is rejected.
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...new Set(HEADERS.concat(headers.map(({ name }) => name)))],
    // The most seconds that any browser keeps a preflight's response.
    maxAge: 7_200,
    // The plugin would respond with a Content-Length, which a 204 must not have.
    preflightContinue: true,
  };
  await app.register(cors, {
    delegator: (request, done) => done(null, { ...options, preflight: isPreflight(request) }),
  });
  // onRequest, before the caller is identified: a preflight never has a key.
  app.addHook('onRequest', (request, reply, next) => {
    if (!isPreflight(request)) return next();
    // Not counted: a page does not decide when its browser sends a preflight.
    reply.headers(limitHeaders(request));
    reply.code(204).send();
  });
}

/** A preflight that is incomplete or has a body is rejected as any other OPTIONS request. */
function isPreflight({ method, headers, headError }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': requested } = headers;
  const isComplete = method === 'OPTIONS' && Boolean(origin && requested);
  return isComplete && !headError && !announcesBody(headers);
}

export default fp(apiCors, { name: 'cors' });
