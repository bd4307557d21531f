import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Contract } from '../contract/index.ts';

/*
 * Gives every response the id of its request, which is in each line that is logged of it, and what tells browsers and
 * caches that it is data, for its caller only. The documentation pages replace the latter with their own.
 */

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>;
  }
}

interface Options {
  readonly contract: Contract;
  readonly isHttps: boolean;
}

/** An id that is safe to log. */
const SAFE_ID = /^[\w.-]{1,64}$/;
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
/** Without `includeSubDomains`: other services below this host decide for themselves. RFC 6797 section 6.1. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

async function responseHeaders(app: FastifyInstance, { contract, isHttps }: Options) {
  const headers = Object.freeze({ ...SECURITY_HEADERS, ...(isHttps && HTTPS_ONLY) });
  app.decorate('securityHeaders', headers);
  const patterns = [SAFE_ID, ...declaredPatterns(contract)];
  // A caller may choose it.
  app.setGenReqId(({ headers: { 'x-request-id': given } }) => {
    const isAccepted = typeof given === 'string' && patterns.every((one) => one.test(given));
    return isAccepted ? given : randomUUID();
  });
  // onRequest, before anything can reject the request.
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id).headers(headers);
    next();
  });
}

/** The patterns that the contract has for the ids of its responses, each once. */
function declaredPatterns({ operations }: Contract): RegExp[] {
  const responses = operations.flatMap(({ schema }) => Object.values(schema.responseHeaders));
  const patterns = responses.map(({ properties }) => properties['X-Request-Id']?.pattern ?? '');
  return [...new Set(patterns)].map((pattern) => new RegExp(String(pattern), 'u'));
}

export default fp(responseHeaders, { name: 'response-headers' });
