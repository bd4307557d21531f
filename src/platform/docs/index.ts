// The documentation: its pages, the guides for programs, and the published contract, all without a
// key.

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import swagger from '@fastify/swagger';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import Negotiator from 'negotiator';
import { stringify } from 'yaml';
import { type BaseUrls, baseUrlsOf, isPrefixed } from '../contract/index.ts';
import { errors } from '../errors/index.ts';
import { memoize, memoryFile } from '../pages/index.ts';
import { ASKED_ORIGIN, askedFile } from './asked-address.ts';
import { publishHome } from './home.ts';
import { clientText, GUIDES_PATH, guidesText, llmsText } from './markdown.ts';
import { EXAMPLE_ORIGIN } from './placeholders.ts';
import {
  type Documentation,
  type Guide,
  knownServers,
  type PageName,
  type Publication,
  publishedContract,
  withBaseUrl,
} from './publication.ts';
import { renderPage } from './render-page.ts';
import { publishWellKnown } from './well-known.ts';
import { YAML_OPTIONS } from './yaml-options.ts';

export type { Documentation, Guide } from './publication.ts';

/** Where `npm run build` has put the files that the pages load, compressed. */
declare const BUILT_PAGE_FILES: string | undefined;
const PAGE_FILES =
  typeof BUILT_PAGE_FILES === 'string' ? BUILT_PAGE_FILES : '../../../generated/page';

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

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  // A page that opens this one gets no reference to its window.
  'cross-origin-opener-policy': 'same-origin',
};

/** Browsers need a few hundred characters. */
const MAX_PREFERENCE_LENGTH = 1_000;

/** For programs that run in a browser. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
const READABLE = { ...ANY_ORIGIN, 'access-control-expose-headers': 'ETag, X-Request-Id' };
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '7200',
  allow: 'GET, HEAD, OPTIONS',
};

export interface DocsOptions {
  /** The major versions that are served, the newest first. */
  readonly versions: readonly Pick<Publication, 'contract' | 'documentation'>[];
  /** As the operator has set them, each with the path of any of the versions. */
  readonly baseUrls: BaseUrls;
  readonly contact: Publication['contact'];
  readonly ownOrigin: Publication['ownOrigin'];
}

/** The newest first. */
function publicationsOf(options: DocsOptions): Publication[] {
  const { versions, baseUrls, contact, ownOrigin } = options;
  const contracts = versions.map(({ contract }) => contract);
  return versions.map((one) => ({
    ...one,
    folder: `${one.contract.version}/`,
    others: contracts.filter((contract) => contract !== one.contract),
    baseUrls: baseUrlsOf(one.contract, baseUrls, contracts),
    contact,
    ownOrigin,
  }));
}

/** Returns the text of a guide of the newest version, with the addresses of this deployment. */
export function createGuideText(options: DocsOptions): (guide: Guide) => string {
  const [newest] = publicationsOf(options);
  return ({ markdown }) => {
    return newest ? withOwnBaseUrl(withBaseUrl(markdown, newest), newest) : markdown;
  };
}

async function docs(app: FastifyInstance, options: DocsOptions) {
  const publications = publicationsOf(options);
  const [newest] = publications;
  if (!newest) return;
  const atRoot = { ...newest, folder: '' };
  await app.register(async (documents) => {
    documents.addHook('onRequest', dropLongPreferences);
    publishHome(documents, atRoot);
    publishSharedPages(documents, atRoot);
    const fileVersions = publications.map(({ documentation }) => documentation.fileVersions);
    await publishPageFiles(documents, Object.assign({}, ...fileVersions));
    // A single version is at the root alone.
    const byVersion = publications.length > 1 ? publications : [atRoot];
    publishWellKnown(documents, byVersion);
    for (const one of new Set([atRoot, ...byVersion])) {
      await documents.register((folder) => publishVersion(folder, one));
    }
  });
}

/** The documents of a version, in its folder. */
async function publishVersion(app: FastifyInstance, publication: Publication) {
  await app.register(swagger, {
    mode: 'static',
    // It is valid OpenAPI 3.1, which the type does not know.
    specification: { document: publishedContract(publication) as never },
  });
  publishForPrograms(app, publication);
  for (const path of ['docs', 'docs/']) {
    publishPage(app, `/${publication.folder}${path}`, 'documentation', publication);
  }
}

/**
 * Requests for documents are not counted, so each must cost no more than a page from memory. A
 * header with a very long list of preferences would: such a header is ignored.
 */
const dropLongPreferences: onRequestHookHandler = ({ headers }, _reply, next) => {
  for (const name of ['accept', 'accept-encoding', 'if-none-match'] as const) {
    if (String(headers[name]).length > MAX_PREFERENCE_LENGTH) delete headers[name];
  }
  next();
};

/** The contract, a client, and the guides in a form that programs can read. */
function publishForPrograms(app: FastifyInstance, publication: Publication) {
  const { baseUrls, contract } = publication;
  /** What is reached at a host that is asked for: not known where a proxy adds a prefix. */
  const followsHost = !baseUrls.production && !isPrefixed(baseUrls, contract);
  publishContract('openapi.json', 'application/json', (document) => JSON.stringify(document));
  publishContract('openapi.yaml', 'application/yaml', (document) =>
    stringify(document, YAML_OPTIONS),
  );
  publishSamples(GUIDES_PATH, 'text/markdown; charset=utf-8', () => guidesText(publication));
  publish('llms.txt', 'text/plain; charset=utf-8', () => llmsText(publication));
  // As text, since people read the client before they use it.
  publishSamples('client.ts', 'text/plain; charset=utf-8', () => clientText('ts', publication));
  publishSamples('client.js', 'text/javascript; charset=utf-8', () =>
    clientText('js', publication),
  );

  /** Some tools that import a contract cannot resolve a relative base address. */
  function publishContract(path: string, type: string, write: (document: object) => string) {
    if (!followsHost) {
      publish(path, type, () => write(app.swagger()));
      return;
    }
    const own = { url: ASKED_ORIGIN + contract.basePath };
    const servers = [...knownServers(publication), own];
    const create = () => write({ ...app.swagger(), servers });
    publish(path, type, create, askedFile);
  }

  /** A copy is used on other machines, which cannot reach the address that the service listens on. */
  function publishSamples(path: string, type: string, create: () => string) {
    if (!followsHost) {
      publish(path, type, create);
      return;
    }
    const asked = () => create().replaceAll(EXAMPLE_ORIGIN, ASKED_ORIGIN);
    const listening = () => publication.ownOrigin() ?? EXAMPLE_ORIGIN;
    publish(path, type, asked, (...file) => askedFile(...file, listening));
  }

  function publish(
    path: string,
    type: string,
    create: () => string,
    file: (type: string, create: () => string) => ReturnType<typeof askedFile> = memoryFile,
  ) {
    const send = file(type, () => withOwnBaseUrl(create(), publication));
    const address = `/${publication.folder}${path}`;
    app.get(address, (request, reply) => send(request, reply.headers(READABLE)));
    app.options(address, (_request, reply) => reply.code(204).headers(PREFLIGHT).send());
  }
}

/** The pages that all versions share. */
function publishSharedPages(app: FastifyInstance, publication: Publication) {
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
  const create = () => withOwnBaseUrl(renderPage(name, root, publication), publication);
  const send = memoryFile('text/html; charset=utf-8', create, cacheControl);
  app.get(path, (request, reply) => {
    reply.headers(PAGE_HEADERS);
    return send(request, reply);
  });
}

/** Without PUBLIC_URL, the samples of pages have the address that the service listens on. */
function withOwnBaseUrl(text: string, publication: Publication) {
  const { baseUrls, ownOrigin } = publication;
  const origin = baseUrls.production ? undefined : ownOrigin();
  return origin ? text.replaceAll(EXAMPLE_ORIGIN, origin) : text;
}

/** The files that the pages load: script, style, pictures, and the entries of the search. */
async function publishPageFiles(app: FastifyInstance, fileVersions: Documentation['fileVersions']) {
  await app.register(async (files) => {
    // The plugin would throw an error of its own. No other document has preconditions or ranges.
    files.addHook('onRequest', async ({ headers }) => {
      delete headers['if-match'];
      delete headers['if-unmodified-since'];
    });
    await files.register(fastifyStatic, {
      root: fileURLToPath(new URL(PAGE_FILES, import.meta.url)),
      prefix: '/docs/static/',
      preCompressed: true,
      // A route for each file: nothing else can be asked for.
      wildcard: false,
      decorateReply: false,
      cacheControl: false,
      acceptRanges: false,
      setHeaders: (reply, path) => {
        const name = basename(path).replace(/\.(?:br|gz)$/, '');
        const { v } = reply.request.query as { readonly v?: unknown };
        // An address with the version in it has this content for ever.
        const isVersioned = v === fileVersions[name];
        reply.headers({
          'cache-control': isVersioned ? 'public, max-age=31536000, immutable' : 'public, no-cache',
          ...PAGE_HEADERS,
        });
      },
    });
  });
}

export default fp(docs, { name: 'docs' });
