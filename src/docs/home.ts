import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { contract } from '../contract/index.ts';
import { GUIDES_PATH } from './markdown.ts';
import { memoryFile } from './memory-file.ts';
import { addressOf, CHANGELOG, type Deployment } from './published-contract.ts';

const { title, version, summary } = contract.document.info;

/** Leads from the root to the documentation: browsers by a redirect, programs by JSON. */
export function publishHome(app: FastifyInstance, { productionUrl }: Deployment): void {
  const send = memoryFile('application/json', () => JSON.stringify(directory(productionUrl)));
  app.get('/', async (request, reply) => {
    const wanted = new Negotiator(request).mediaType(['text/html', 'application/json']);
    if (wanted === 'application/json') return send(request, reply, 'accept');
    // Relative, so that it works where a proxy serves the root below a prefix.
    return reply.header('vary', 'accept').redirect('./docs', 302);
  });
}

/** Where everything is. */
function directory(productionUrl: string | undefined) {
  const address = (path: string) => addressOf(path, productionUrl);
  return {
    title,
    version,
    summary,
    baseUrl: productionUrl ?? contract.basePath,
    documentation: address('docs'),
    markdown: address(GUIDES_PATH),
    llms: address('llms.txt'),
    openapi: { json: address('openapi.json'), yaml: address('openapi.yaml') },
    changelog: address(CHANGELOG.path),
  };
}
