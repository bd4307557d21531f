// The documentation: its pages, the guides for programs, and the published contract, all without a
// key.

import swagger from '@fastify/swagger';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { memoize } from '../async/memoize.ts';
import { type BaseUrls, baseUrlsOf } from '../contract/index.ts';
import { withBaseUrl, withOwnOrigin } from './deployment-addresses.ts';
import { publishDocuments } from './documents.ts';
import { publishHome } from './home.ts';
import { publishPageFiles, publishSharedPages, publishVersionPage } from './pages.ts';
import { type Guide, loadPublication, type Place } from './publication.ts';
import { publishedContract } from './published-contract.ts';
import { publishWellKnown } from './well-known.ts';

export type { Documentation, Guide } from './publication.ts';
export { sampleCommand } from './sample-command.ts';

/** Browsers need a few hundred characters. */
const MAX_PREFERENCE_LENGTH = 1_000;

export interface DocsOptions {
  /** The major versions that are served, the newest first. */
  readonly versions: readonly Pick<Place, 'contract' | 'load'>[];
  /** Whether the newest has operations for a page with the account of a customer. */
  readonly hasAccount: boolean;
  /** As the operator has set them, each with the path of any of the versions. */
  readonly baseUrls: BaseUrls;
  readonly contact: Place['contact'];
  readonly ownOrigin: Place['ownOrigin'];
}

/** The newest first. */
function placesOf(options: DocsOptions): Place[] {
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
  const [newest] = placesOf(options);
  return ({ markdown }) => {
    return newest ? withOwnOrigin(withBaseUrl(markdown, newest), newest) : markdown;
  };
}

async function docs(app: FastifyInstance, options: DocsOptions) {
  const places = placesOf(options);
  const [newest] = places;
  if (!newest) return;
  const atRoot = { ...newest, folder: '' };
  await app.register(async (documents) => {
    documents.addHook('onRequest', dropLongPreferences);
    publishHome(documents, atRoot);
    publishSharedPages(documents, atRoot, options);
    await publishPageFiles(documents, places);
    // A single version is at the root alone.
    const byVersion = places.length > 1 ? places : [atRoot];
    publishWellKnown(documents, byVersion);
    for (const one of new Set([atRoot, ...byVersion])) {
      await documents.register((folder) => publishVersion(folder, one));
    }
  });
}

/** The documents of a version, in its folder. */
async function publishVersion(app: FastifyInstance, place: Place) {
  // The plugin wants the contract now, and is asked for it once it has been filled in.
  const document = {};
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  const load = memoize(async () => {
    const publication = await loadPublication(place);
    Object.assign(document, publishedContract(publication));
    return publication;
  });
  publishDocuments(app, place, load);
  publishVersionPage(app, place);
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
