import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract/index.ts';
import { ASSET_NAMES, readAssets } from './assets.ts';
import { memoize } from './memoize.ts';
import { changelogPage, documentationPage, type Links } from './pages.ts';
import { createStaticFile, type StaticFile, sendStaticFile } from './static-file.ts';

/*
 * Publishes the contract and its documentation, without a key. A file is created when it is first
 * requested, since most instances never send one, and then kept in memory.
 */

interface DocsOptions {
  readonly productionUrl?: string | undefined;
  readonly stagingUrl?: string | undefined;
}

/** Without `upgrade-insecure-requests`, which would break plain HTTP. */
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

async function docs(app: FastifyInstance, options: DocsOptions) {
  await app.register(swagger, {
    mode: 'static',
    // It is valid OpenAPI 3.1, which the type does not know.
    specification: { document: publishedContract(options) as never },
  });
  publish(app, '/openapi.json', () =>
    createStaticFile('application/json; charset=utf-8', JSON.stringify(app.swagger())),
  );
  publish(app, '/openapi.yaml', () =>
    createStaticFile('application/yaml', app.swagger({ yaml: true })),
  );
  publishPages(app);
}

function publish(
  app: FastifyInstance,
  path: string,
  create: () => Promise<StaticFile>,
  headers: Readonly<Record<string, string>> = {},
) {
  const load = memoize(create);
  app.get(path, async (request, reply) => {
    reply.headers(headers);
    return sendStaticFile(request, reply, await load());
  });
}

/** The contract with the addresses of this deployment. */
function publishedContract({ productionUrl, stagingUrl }: DocsOptions) {
  const servers = [
    ...contract.servers,
    ...(productionUrl ? [{ url: productionUrl, description: 'Production' }] : []),
    ...(stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []),
  ];
  return { ...contract, servers };
}

function publishPages(app: FastifyInstance) {
  const loadAssets = memoize(readAssets);
  publishPart('/docs', () => createPage(documentationPage, '.'));
  publishPart('/docs/', () => createPage(documentationPage, '..'));
  publishPart('/docs/changelog', () => createPage(changelogPage, '..'));
  for (const name of ASSET_NAMES) publishPart(`/docs/static/${name}`, () => findAsset(name));

  function publishPart(path: string, create: () => Promise<StaticFile>) {
    publish(app, path, create, { 'content-security-policy': CONTENT_SECURITY_POLICY });
  }

  async function createPage(render: (links: Links) => string, root: Links['root']) {
    const assets = await loadAssets();
    const assetUrl = (name: string) => `${root}/docs/static/${name}?v=${assets.get(name)?.version}`;
    return createStaticFile('text/html; charset=utf-8', render({ root, assetUrl }));
  }

  async function findAsset(name: string) {
    // Only names of assets are published.
    return (await loadAssets()).get(name) as StaticFile;
  }
}

export default fp(docs, { name: 'docs' });
