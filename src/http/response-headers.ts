import type { FastifyInstance } from 'fastify';
import { type Contract, lifecycleHeaders, type Operation } from '../contract/index.ts';

/*
 * The headers that a response has from its beginning: what tells browsers and caches that it is data, for its caller only,
 * which the documentation pages replace with their own, and how stable its operation is. Others are added later: of the
 * limits (limits/counters.ts), of an error (contract/errors.ts), and what a handler sets (contract/responses.ts).
 */

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>;
  }
}

const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services below this host decide for themselves. RFC 6797 section 6.1. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** Decorates the application with the headers of every response. Returns those of each operation, made once. */
export function createFirstHeaders(app: FastifyInstance, contract: Contract, isHttps: boolean) {
  const securityHeaders = Object.freeze({ ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) });
  app.decorate('securityHeaders', securityHeaders);
  const headersOf = new Map<Operation | undefined, FastifyInstance['securityHeaders']>();
  for (const operation of contract.operations) {
    headersOf.set(operation, { ...securityHeaders, ...lifecycleHeaders(operation, contract) });
  }
  return headersOf;
}
