// The pages of the documentation, and the files that they load.

import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { errors } from '../errors/index.ts';
import { memoize, pageHeaders, servePage, servePageFiles } from '../pages/index.ts';
import { type PageName, type Publication, withOwnOrigin } from './publication.ts';
import { renderPage } from './render-page.ts';

/** Without `upgrade-insecure-requests`, which would break plain HTTP. */
const PAGE_HEADERS = pageHeaders([
  "default-src 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]);

/** The page with the guides and the operations of a version. */
export function publishVersionPage(app: FastifyInstance, publication: Publication): void {
  for (const path of ['docs', 'docs/']) {
    publishPage(app, `/${publication.folder}${path}`, 'documentation', publication);
  }
}

/** The pages that all versions share. */
export function publishSharedPages(app: FastifyInstance, publication: Publication): void {
  publishPage(app, '/docs/changelog', 'changelog', publication);
  if (publication.documentation.pages.account !== '') {
    publishPage(app, '/docs/account', 'account', publication, 'no-store');
  }
  const missing = memoize(() => renderPage('missing', '../', publication));
  app.get('/docs/:page', (request, reply) => {
    const wanted = new Negotiator(request).mediaType(['application/json', 'text/html']);
    // Programs get the error that every other path has.
    if (wanted !== 'text/html') throw errors.pathNotFound;
    return reply
      .code(404)
      .headers({ vary: 'accept', ...PAGE_HEADERS })
      .type('text/html; charset=utf-8')
      .send(missing());
  });
}

function publishPage(
  app: FastifyInstance,
  path: string,
  name: PageName,
  publication: Publication,
  cacheControl?: string,
) {
  const root = '../'.repeat(path.split('/').length - 2) || './';
  const html = () => withOwnOrigin(renderPage(name, root, publication), publication);
  servePage(app, path, { html, headers: PAGE_HEADERS, cacheControl });
}

/** The files that the pages of all versions load. The newest has those of all. */
export async function publishPageFiles(
  app: FastifyInstance,
  newest: Publication,
  publications: readonly Publication[],
): Promise<void> {
  const versions = publications.map(({ documentation }) => documentation.pageFiles.versions);
  await servePageFiles(app, {
    folder: newest.documentation.pageFiles.folder,
    versions: Object.assign({}, ...versions),
    prefix: '/docs/static/',
    headers: PAGE_HEADERS,
  });
}
