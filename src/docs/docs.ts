import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { ContractDocument } from '../contract/index.ts';
import { ASSETS } from './assets.ts';
import { publishHome } from './home.ts';
import { GUIDES_PATH, guidesText, llmsText } from './markdown.ts';
import { type Links, type PageName, renderPage } from './pages.ts';
import { publish, publishForAll } from './publish.ts';
import { type Deployment, publishedContract } from './published-contract.ts';
import { createStaticFile, type StaticFile } from './static-file.ts';
import { toYaml } from './yaml.ts';

/*
 * Publishes the contract and its documentation, without a key. A file is created when it is first
 * requested, since most instances never send one, and then kept in memory.
 */

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

interface DocsOptions extends Deployment {
  readonly document: ContractDocument;
}

async function docs(app: FastifyInstance, { document, ...deployment }: DocsOptions) {
  await app.register(swagger, {
    mode: 'static',
    // It is valid OpenAPI 3.1, which the type does not know.
    specification: { document: publishedContract(document, deployment) as never },
  });
  publishHome(app, deployment);
  publishForMachines(app, deployment);
  publishPages(app, deployment);
}

/** For programs: the contract, and the guides in a form that they can read. */
function publishForMachines(app: FastifyInstance, deployment: Deployment) {
  const file = (path: string, type: string, create: () => string) =>
    publishForAll(app, `/${path}`, () => createStaticFile(type, create()));
  file('openapi.json', 'application/json', () => JSON.stringify(app.swagger()));
  file('openapi.yaml', 'application/yaml', () => toYaml(app.swagger()));
  file(GUIDES_PATH, 'text/markdown; charset=utf-8', () => guidesText(deployment));
  file('llms.txt', 'text/plain; charset=utf-8', () => llmsText(deployment));
}

function publishPages(app: FastifyInstance, deployment: Deployment) {
  publishPart('/docs', () => createPage('documentation', '.'));
  publishPart('/docs/', () => createPage('documentation', '..'));
  publishPart('/docs/changelog', () => createPage('changelog', '..'));
  for (const [name, file] of ASSETS) publishPart(`/docs/static/${name}`, () => file);

  function publishPart(path: string, create: () => StaticFile) {
    publish(app, path, create, { 'content-security-policy': CONTENT_SECURITY_POLICY });
  }

  function createPage(name: PageName, root: Links['root']) {
    const assetUrl = (name: string) => `${root}/docs/static/${name}?v=${ASSETS.get(name)?.version}`;
    const html = renderPage(name, { root, assetUrl }, deployment);
    return createStaticFile('text/html; charset=utf-8', html);
  }
}

export default fp(docs, { name: 'docs' });
