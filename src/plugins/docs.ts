import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract.js';

/*
 * Publishes the contract, for readers and for generators, without a key.
 */

export interface DocsOptions {
  readonly productionUrl?: string | undefined;
  readonly stagingUrl?: string | undefined;
}

/** Without `upgrade-insecure-requests`, which swagger-ui's own policy has and which breaks plain HTTP. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

async function docs(app: FastifyInstance, { productionUrl, stagingUrl }: DocsOptions) {
  const servers = [
    ...contract.servers,
    ...(productionUrl ? [{ url: productionUrl, description: 'Production' }] : []),
    ...(stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []),
  ];
  await app.register(swagger, {
    mode: 'static',
    specification: { document: { ...contract, servers } as never },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_SECURITY_POLICY,
  });
  app.get('/openapi.json', () => app.swagger());
  app.get('/openapi.yaml', (_request, reply) => {
    reply.type('application/yaml');
    return app.swagger({ yaml: true });
  });
}

export default fp(docs, { name: 'docs' });
