// The listener of the metrics and of the live page: who may read them, and what its errors say.
// Neither has a key, and nothing of a request is returned: it may contain a key for the API.

import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ApiError, connectionErrors, errors } from '../errors/index.ts';
import { boundConnections, connectionOf, createBoundedServer, isOwnHost } from '../http/index.ts';
import { pageHeaders } from '../pages/index.ts';

export const METRICS_PATH = '/metrics';

const BOUNDS = {
  /** Enough for several Prometheus and some pages: each takes a file that this process may open. */
  maxConnections: 50,
  maxConnectionsPerAddress: 0,
  /** Everybody may be one: a page and Prometheus at the same address do not share their fate. */
  isProxy: () => true,
  networkOf: (address: string) => address,
};

const HEADERS = {
  'cache-control': 'no-store',
  ...pageHeaders([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]),
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const WRONG_HOST = 'Open this page by an address, as localhost, or by the name in METRICS_HOST.\n';

/** @param host METRICS_HOST */
export async function createListener(host: string): Promise<FastifyInstance> {
  const listener = Fastify({
    forceCloseConnections: true,
    serverFactory(handle) {
      const server = createBoundedServer(handle);
      boundConnections(server, BOUNDS);
      return server;
    },
    // The plugin connectionErrors responds.
    clientErrorHandler: () => undefined,
    frameworkErrors: (_error, _request, reply) => sendError(reply, errors.malformedTarget),
  });
  await listener.register(connectionErrors, {
    connectionOf,
    securityHeaders: HEADERS,
    limitHeaders: () => ({}),
    onError: () => undefined,
  });
  // The page of another host could read this one through DNS rebinding.
  listener.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS);
    const name = request.hostname.toLowerCase();
    if (isOwnHost(name) || name === host.toLowerCase() || isScraper(request)) return;
    return reply.code(421).send(WRONG_HOST);
  });
  listener.setNotFoundHandler((_request, reply) => sendError(reply, errors.pathNotFound));
  listener.setErrorHandler(({ statusCode }: { readonly statusCode?: number }, _, reply) =>
    sendError(reply, Number(statusCode) < 500 ? errors.unreadableRequest : errors.internalError),
  );
  return listener;
}

/**
 * Whether a program asks for the metrics, which may use any name. Every browser sends one of these
 * headers, and no page can prevent it: `Sec-Fetch-Site` not for plain HTTP, except to this machine.
 */
function isScraper({ headers, url }: FastifyRequest): boolean {
  const isBrowser = ['sec-fetch-site', 'accept-language'].some((name) => name in headers);
  return !isBrowser && url.split('?', 1)[0] === METRICS_PATH;
}

/** As the API, which adds no charset to the type either. */
function sendError(reply: FastifyReply, { statusCode, body }: ApiError) {
  return reply.code(statusCode).type('application/json').serializer(String).send(body);
}
