import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/*
 * Tells browsers and caches that a response is data, for its caller only. The documentation pages
 * replace these headers with their own.
 */

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>;
  }
}

export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services below this host decide for themselves. RFC 6797 section 6.1. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

async function securityHeaders(app: FastifyInstance, { isHttps }: { readonly isHttps: boolean }) {
  const headers = Object.freeze({ ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) });
  app.decorate('securityHeaders', headers);
  // onRequest, before anything can reject the request, so that every response has them.
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
}

export default fp(securityHeaders, { name: 'security-headers' });
