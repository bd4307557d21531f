import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { announcesBody, type Contract } from '../contract/index.ts';
import { clientAddress } from '../limits/index.ts';

/*
 * Lets pages of other origins call the API, with a key that they send themselves: browsers never send
 * credentials of their own along. https://fetch.spec.whatwg.org/#http-cors-protocol
 */

/** What any request can have, beside the parameters of its operation. */
const HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id', 'traceparent', 'tracestate'];

/** For requests of the API. Registered before anything that can reject one. */
async function apiCors(
  app: FastifyInstance,
  { origins, contract }: { readonly origins: readonly string[]; readonly contract: Contract },
) {
  const parameters = contract.operations.flatMap(({ parameters }) => parameters);
  const own = parameters.filter((parameter) => parameter.in === 'header');
  const responses = contract.operations.flatMap((it) => Object.values(it.responses));
  const options = {
    origin: origins.includes('*') ? '*' : [...origins],
    exposedHeaders: [...new Set(responses.flatMap(({ headers = {} }) => Object.keys(headers)))],
    // Each reaches the service, so that a page can read why one is rejected.
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...new Set([...HEADERS, ...own.map(({ name }) => name)])],
    // As long as any browser keeps it.
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
    // Not counted: a page has no say in when its browser asks.
    reply.headers(app.anonymousHeaders(clientAddress(request)));
    reply.code(204).send();
  });
}

/** Others that claim to be one are rejected as any request with that method. */
function isPreflight({ method, headers, headError }: FastifyRequest): boolean {
  const { origin, 'access-control-request-method': requested } = headers;
  const isComplete = method === 'OPTIONS' && Boolean(origin && requested);
  return isComplete && !headError && !announcesBody(headers);
}

export default fp(apiCors, { name: 'cors' });
