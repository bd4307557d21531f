// The contract as this deployment publishes it.

import { fromRoot, knownServers, rootAddress, withBaseUrl } from './deployment-addresses.ts';
import {
  CHANGELOG,
  type Contact,
  type Publication,
  type PublishedContract,
} from './publication.ts';

/**
 * The contract of this deployment. Its absolute addresses come first, since clients that are
 * generated from it are used elsewhere.
 */
export function publishedContract(publication: Publication): PublishedContract {
  const { documentation, baseUrls } = publication;
  const { info, servers } = documentation.contract;
  const own = servers.map(({ url }) => ({
    url: fromRoot(publication.folder, url.slice(1), publication),
  }));
  // Only as an absolute address: some tools take no other.
  const externalDocs = baseUrls.production && {
    description: CHANGELOG.title,
    url: rootAddress(CHANGELOG.path, publication),
  };
  const published = {
    ...documentation.contract,
    info: { ...info, contact: contactOf(publication) },
    ...(externalDocs && { externalDocs }),
    servers: [...knownServers(publication), ...own],
  };
  return documentWithBaseUrl(published, publication);
}

/** The contact of the contract, with what the operator has set. */
export function contactOf({ documentation, contact }: Publication): Contact {
  const given = Object.entries(contact).filter(([, value]) => value !== undefined);
  return { ...documentation.contract.info.contact, ...Object.fromEntries(given) };
}

/**
 * Puts the base address where samples take it from the environment, and into the links of
 * descriptions.
 */
function documentWithBaseUrl<Document extends object>(
  document: Document,
  publication: Publication,
): Document {
  const { production } = publication.baseUrls;
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'x-codeSamples' && production) {
      return value.map((sample: CodeSample) => sampleFor(sample, production));
    }
    const isText = key === 'description' && typeof value === 'string';
    return isText ? withBaseUrl(value, publication) : value;
  });
}

interface CodeSample {
  readonly source: string;
}

function sampleFor({ source, ...sample }: CodeSample, baseUrl: string): CodeSample {
  return {
    ...sample,
    source: source
      .replaceAll('$BASE_URL', () => baseUrl)
      .replaceAll('process.env.BASE_URL', () => `'${baseUrl}'`)
      .replaceAll('os.environ["BASE_URL"]', () => JSON.stringify(baseUrl)),
  };
}
