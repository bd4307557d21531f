// The pages of the documentation, and the files that they load.

import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { memoize } from '../async/memoize.ts';
import { errors } from '../errors/index.ts';
import { pageHeaders, servePage, servePageFiles } from '../pages/index.ts';
import { withOwnOrigin } from './deployment-addresses.ts';
import { loadPublication, type PageName, type Place } from './publication.ts';
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
export function publishVersionPage(app: FastifyInstance, place: Place): void {
  for (const path of ['docs', 'docs/']) {
    publishPage(app, `/${place.folder}${path}`, 'documentation', place);
  }
}

/** The pages that all versions share. */
export function publishSharedPages(
  app: FastifyInstance,
  place: Place,
  { hasAccount }: { readonly hasAccount: boolean },
): void {
  publishPage(app, '/docs/changelog', 'changelog', place);
  if (hasAccount) publishPage(app, '/docs/account', 'account', place, 'no-store');
  const missing = memoize(async () => renderPage('missing', '../', await loadPublication(place)));
  app.get('/docs/:page', async (request, reply) => {
    const wanted = new Negotiator(request).mediaType(['application/json', 'text/html']);
    // Programs get the error that every other path has.
    if (wanted !== 'text/html') throw errors.pathNotFound;
    return reply
      .code(404)
      .headers({ vary: 'accept', ...PAGE_HEADERS })
      .type('text/html; charset=utf-8')
      .send(await missing());
  });
}

function publishPage(
  app: FastifyInstance,
  path: string,
  name: PageName,
  place: Place,
  cacheControl?: string,
) {
  const root = '../'.repeat(path.split('/').length - 2) || './';
  const html = async () => {
    return withOwnOrigin(renderPage(name, root, await loadPublication(place)), place);
  };
  servePage(app, path, { html, headers: PAGE_HEADERS, cacheControl });
}

/** The files that the pages of all versions load. The newest has those of all. */
export async function publishPageFiles(
  app: FastifyInstance,
  places: readonly Place[],
): Promise<void> {
  const files = memoize(async () => {
    const all = await Promise.all(places.map(({ load }) => load()));
    const versions = all.map(({ pageFiles }) => pageFiles.versions);
    return { folder: all[0]?.pageFiles.folder ?? '', versions: Object.assign({}, ...versions) };
  });
  await servePageFiles(app, { files, prefix: '/docs/static/', headers: PAGE_HEADERS });
}
