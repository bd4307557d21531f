// The documentation: its pages, the guides for programs, and the published contract, all without a
// key.

import swagger from '@fastify/swagger';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { type BaseUrls, baseUrlsOf } from '../contract/index.ts';
import { publishDocuments } from './documents.ts';
import { publishHome } from './home.ts';
import { publishPageFiles, publishSharedPages, publishVersionPage } from './pages.ts';
import {
  type Guide,
  type Publication,
  publishedContract,
  withBaseUrl,
  withOwnOrigin,
} from './publication.ts';
import { publishWellKnown } from './well-known.ts';

export type { Documentation, Guide } from './publication.ts';

/** Browsers need a few hundred characters. */
const MAX_PREFERENCE_LENGTH = 1_000;

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
    return newest ? withOwnOrigin(withBaseUrl(markdown, newest), newest) : markdown;
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
    await publishPageFiles(documents, newest, publications);
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
  publishDocuments(app, publication);
  publishVersionPage(app, publication);
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

export default fp(docs, { name: 'docs' });
