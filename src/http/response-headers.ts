import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract/index.ts';

/*
 * Gives every response the id of its request, which is in each line that is logged of it, and what tells browsers and
 * caches that it is data, for its caller only. The documentation pages replace the latter with their own.
 */

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>;
  }
}

/** A caller may choose an id that is safe to log. */
const ACCEPTED_ID = new RegExp(
  contract.document.paths['/pets'].get.responses[200].headers['X-Request-Id'].schema.pattern,
);
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services below this host decide for themselves. RFC 6797 section 6.1. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

async function responseHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }) {
  const headers = Object.freeze({ ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) });
  app.decorate('securityHeaders', headers);
  app.setGenReqId(({ headers: { 'x-request-id': given } }) =>
    typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID(),
  );
  // onRequest, before anything can reject the request.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id).headers(headers);
    next();
  });
}

export default fp(responseHeaders, { name: 'response-headers' });
