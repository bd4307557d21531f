// Leads from the root to the documentation: browsers by a redirect, programs by JSON.

import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import type { Contract } from '../contract/index.ts';
import { memoryFile } from '../pages/index.ts';
import { addressOf } from './deployment-addresses.ts';
import { GUIDES_PATH } from './markdown.ts';
import { CHANGELOG, type Place } from './publication.ts';

export function publishHome(app: FastifyInstance, place: Place): void {
  const send = memoryFile('application/json', () => JSON.stringify(directory(place)));
  app.get('/', async (request, reply) => {
    const wanted = new Negotiator(request).mediaType(['text/html', 'application/json']);
    if (wanted === 'application/json') return send(request, reply, 'accept');
    // Relative, so that it works where a proxy serves the root below a prefix.
    return reply.header('vary', 'accept').redirect('./docs', 302);
  });
}

/** Where everything is. */
function directory(place: Place) {
  const { contract, others, baseUrls } = place;
  const { title, version, summary } = contract.document.info;
  const address = (path: string) => addressOf(path, place);
  const documentsOf = ({ version: major, document }: Contract) => ({
    version: document.info.version,
    documentation: address(`${major}/docs`),
    openapi: { json: address(`${major}/openapi.json`), yaml: address(`${major}/openapi.yaml`) },
  });
  return {
    title,
    version,
    summary,
    baseUrl: baseUrls.production ?? address(contract.basePath.slice(1)),
    documentation: address('docs'),
    markdown: address(GUIDES_PATH),
    llms: address('llms.txt'),
    openapi: { json: address('openapi.json'), yaml: address('openapi.yaml') },
    changelog: address(CHANGELOG.path),
    ...(others.length > 0 && { versions: [contract, ...others].map(documentsOf) }),
  };
}
