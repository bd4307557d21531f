// What browsers, crawlers and tools for APIs ask for at addresses that they know.

import type { FastifyInstance } from 'fastify';
import { memoryFile } from '../pages/index.ts';
import { rootAddress } from './deployment-addresses.ts';
import { GUIDES_PATH } from './markdown.ts';
import type { Place } from './publication.ts';

/** @see RFC 9727 sections 2 and 4.2, and RFC 9264 section 4.2 */
const CATALOG = '/.well-known/api-catalog';
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** @param places of all major versions */
export function publishWellKnown(app: FastifyInstance, places: readonly Place[]): void {
  app.get('/favicon.ico', (_request, reply) => reply.redirect('./docs/static/favicon.svg', 302));

  const paths = places.map(({ contract }) => `Disallow: ${contract.basePath}/\n`);
  const robots = memoryFile('text/plain; charset=utf-8', () => `User-agent: *\n${paths.join('')}`);
  app.get('/robots.txt', (request, reply) => robots(request, reply));

  const catalog = memoryFile(CATALOG_TYPE, () => JSON.stringify({ linkset: places.map(linksOf) }));
  app.get(CATALOG, (request, reply) => {
    reply.headers({ 'access-control-allow-origin': '*', link: `<${CATALOG}>; rel="api-catalog"` });
    return catalog(request, reply);
  });
}

/** The documents of a major version, relative to the catalog where a proxy adds a prefix. */
function linksOf(place: Place) {
  const below = { ...place, folder: '.well-known/' };
  const link = (path: string, type: string) => ({
    href: rootAddress(place.folder + path, below),
    type,
  });
  return {
    anchor: place.baseUrls.production ?? rootAddress(place.contract.basePath.slice(1), below),
    'service-desc': [
      link('openapi.json', 'application/json'),
      link('openapi.yaml', 'application/yaml'),
    ],
    'service-doc': [link('docs', 'text/html'), link(GUIDES_PATH, 'text/markdown')],
  };
}
