import { type ContractDocument, hasPrefix } from '../contract/index.ts';
import { EXAMPLE_BASE_URL } from './placeholders.ts';
import { withSharedComponents } from './shared-components.ts';

/** What only the operator knows. */
export interface Deployment {
  readonly productionUrl?: string | undefined;
  readonly stagingUrl?: string | undefined;
  readonly contact?: { readonly [field in 'name' | 'url' | 'email']?: string | undefined };
}

/** The page with the changelog, relative to the root of the service. */
export const CHANGELOG = { title: 'Changelog', path: 'docs/changelog' };

/**
 * The contract of this deployment. Its absolute addresses come first, since clients that are
 * generated from it are used elsewhere.
 */
export function publishedContract(contract: ContractDocument, deployment: Deployment) {
  const { productionUrl, contact = {} } = deployment;
  const known = knownServers(deployment);
  // The address of this host is relative to that of the document: below a prefix, too.
  const isBelowPrefix = (path: string) => known.some(({ url }) => hasPrefix(url, path));
  const own = contract.servers.map(({ url }) => ({ url: isBelowPrefix(url) ? `.${url}` : url }));
  const servers = [...known, ...own];
  // Only as an absolute address: some tools take no other.
  const externalDocs = productionUrl && {
    description: CHANGELOG.title,
    url: addressOf(CHANGELOG.path, productionUrl),
  };
  const given = Object.entries(contact).filter(([, value]) => value !== undefined);
  const info = {
    ...contract.info,
    contact: { ...contract.info.contact, ...Object.fromEntries(given) },
  };
  const shared = withSharedComponents(contract);
  const published = { ...shared, info, ...(externalDocs && { externalDocs }), servers };
  return productionUrl ? withAddresses(published, productionUrl) : published;
}

/** The base addresses that the operator has set. */
export function knownServers({ productionUrl, stagingUrl }: Deployment) {
  return [
    ...(productionUrl ? [{ url: productionUrl, description: 'Production' }] : []),
    ...(stagingUrl ? [{ url: stagingUrl, description: 'Staging' }] : []),
  ];
}

/** The address of a path below the root: absolute where that of production is known. */
export function addressOf(path: string, productionUrl: string | undefined): string {
  return productionUrl ? new URL(path, productionUrl).href : `/${path}`;
}

/** A text with the addresses of production, where they are known. */
export function withBaseUrl(text: string, productionUrl: string | undefined): string {
  if (!productionUrl) return text;
  return text
    .replaceAll(EXAMPLE_BASE_URL, () => productionUrl)
    .replaceAll(
      /\]\((docs(?=[/#])|client\.[jt]s(?=\)))/g,
      (_link, path) => `](${addressOf(path, productionUrl)}`,
    );
}

/**
 * Puts the base address where samples take it from the environment, and into the links of
 * descriptions.
 */
function withAddresses<Document extends object>(document: Document, baseUrl: string): Document {
  return JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === 'x-codeSamples') return value.map(sampleFor);
    return key === 'description' && typeof value === 'string' ? withBaseUrl(value, baseUrl) : value;
  });

  function sampleFor({ source, ...sample }: { readonly source: string }) {
    return {
      ...sample,
      source: source
        .replaceAll('$BASE_URL', () => baseUrl)
        .replaceAll('process.env.BASE_URL', () => `'${baseUrl}'`)
        .replaceAll('os.environ["BASE_URL"]', () => JSON.stringify(baseUrl)),
    };
  }
}
