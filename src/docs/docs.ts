import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { contract } from '../contract/index.ts';
import { type PublishedFile, publishFile, sendFile } from './file.ts';
import { once } from './memoize.ts';
import { changelogPage, documentationPage, type Place } from './page.ts';
import { PAGE_FILE_NAMES, readPageFiles } from './page-files.ts';

/*
 * Publishes the contract, for readers and for generators, without a key. Every file is made when it
 * is first asked for, since most instances never are, and kept.
 */

export interface DocsOptions {
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
    specification: { document: publishedDocument(options) as never },
  });
  publish(app, '/openapi.json', () =>
    publishFile('application/json; charset=utf-8', JSON.stringify(app.swagger())),
  );
  publish(app, '/openapi.yaml', () => publishFile('application/yaml', app.swagger({ yaml: true })));
  publishPages(app);
}

function publish(
  app: FastifyInstance,
  path: string,
  make: () => Promise<PublishedFile>,
  headers: Readonly<Record<string, string>> = {},
) {
  const find = once(make);
  app.get(path, async (request, reply) => {
    reply.headers(headers);
    return sendFile(request, reply, await find());
  });
}

/** The contract with the addresses of this deployment. */
function publishedDocument({ productionUrl, stagingUrl }: DocsOptions) {
  const servers = [
    ...contract.servers,
    ...(productionUrl ? [{ url: productionUrl, description: 'Production' }] : []),
    ...(stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []),
  ];
  return { ...contract, servers };
}

function publishPages(app: FastifyInstance) {
  const files = once(readPageFiles);
  const publishPart = (path: string, make: () => Promise<PublishedFile>) =>
    publish(app, path, make, { 'content-security-policy': CONTENT_SECURITY_POLICY });
  publishPart('/docs', () => page(documentationPage, '.'));
  publishPart('/docs/', () => page(documentationPage, '..'));
  publishPart('/docs/changelog', () => page(changelogPage, '..'));
  for (const name of PAGE_FILE_NAMES) publishPart(`/docs/static/${name}`, () => findFile(name));

  async function page(render: (place: Place) => string, root: Place['root']) {
    const versions = await files();
    const fileAddress = (name: string) =>
      `${root}/docs/static/${name}?v=${versions.get(name)?.version}`;
    return publishFile('text/html; charset=utf-8', render({ root, fileAddress }));
  }

  async function findFile(name: string) {
    return (await files()).get(name) as PublishedFile;
  }
}

export default fp(docs, { name: 'docs' });
