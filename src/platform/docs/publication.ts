// What is published of a contract, and what the deployment adds to it.

import {
  type BaseUrls,
  type Contract,
  type ContractDocument,
  isPrefixed,
} from '../contract/index.ts';
import type { PageFiles } from '../pages/index.ts';
import type { Tool } from '../schema/tools.ts';
import { EXAMPLE_ORIGIN } from './placeholders.ts';

/** What is made of a contract at generation (scripts/documentation/). */
export interface Documentation {
  /** The contract as it is published: what is the same in several places is a component. */
  readonly contract: PublishedContract;
  /** The pages as HTML, with placeholders for what only a deployment knows; empty for none. */
  readonly pages: Readonly<Record<PageName, string>>;
  /** The files that the pages load. The folder of the newest version has those of all. */
  readonly pageFiles: PageFiles;
  /** The guides as Markdown, and what comes before them. */
  readonly guides: readonly Guide[];
  readonly introduction: string;
  /** What has changed, by version, as Markdown. */
  readonly changelog: string;
  /** The operations as Markdown, and a list of links to them. */
  readonly operations: string;
  readonly operationList: string;
  /** The operations as tools for agents. */
  readonly tools: readonly Tool[];
  readonly clients: Readonly<Record<'ts' | 'js', string>>;
}

export interface Guide {
  readonly id: string;
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
  /** With its title. */
  readonly markdown: string;
}

export interface PublishedContract {
  readonly info: { readonly contact?: Contact; readonly [field: string]: unknown };
  readonly servers: ContractDocument['servers'];
  readonly [field: string]: unknown;
}

/** Whom clients can ask. */
export type Contact = { readonly [field in 'name' | 'url' | 'email']?: string | undefined };

export type PageName = 'documentation' | 'changelog' | 'missing' | 'account';

/** What is published of a version, and where. */
export interface Place {
  readonly contract: Contract;
  /** Loads what is published: not before somebody asks for it, since most instances never do. */
  readonly load: () => Promise<Documentation>;
  /**
   * The folder of the documents, relative to the root of the service, such as `v1/`. Empty for
   * those of the newest version, which are at the root, too.
   */
  readonly folder: string;
  /** The other major versions that are served with it, the newest first. */
  readonly others: readonly Contract[];
  /** Those of this major version. */
  readonly baseUrls: BaseUrls;
  readonly contact: Contact;
  /** Where the service listens, as callers on the same machine reach it; undefined before that. */
  readonly ownOrigin: () => string | undefined;
}

/** The same with what is published. */
export interface Publication extends Place {
  readonly documentation: Documentation;
}

export async function loadPublication(place: Place): Promise<Publication> {
  return { ...place, documentation: await place.load() };
}

/** The page with the changelog, relative to the root of the service. */
export const CHANGELOG = { title: 'Changelog', path: 'docs/changelog' };

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

/** The base addresses that the operator has set. */
export function knownServers({ baseUrls: { production, staging } }: Place) {
  return [
    ...(production ? [{ url: production, description: 'Production' }] : []),
    ...(staging ? [{ url: staging, description: 'Staging' }] : []),
  ];
}

/** The address of a document of the same version: absolute where that of production is known. */
export function addressOf(path: string, place: Place): string {
  return rootAddress(place.folder + path, place);
}

/** The address of a path below the root of the service. */
export function rootAddress(path: string, place: Place): string {
  return addressFrom(place.folder, path, place);
}

/** The same in a document of a folder. */
export function addressFrom(folder: string, path: string, place: Place): string {
  const { production } = place.baseUrls;
  return production ? new URL(path, production).href : fromRoot(folder, path, place);
}

/** The address of a path in a document: relative where a proxy adds a prefix. */
function fromRoot(folder: string, path: string, { baseUrls, contract }: Place): string {
  const root = '../'.repeat(folder.split('/').length - 1) || './';
  return (isPrefixed(baseUrls, contract) ? root : '/') + path;
}

/** The root of the service without a slash at its end: in production, or that of the examples. */
export function serviceRoot({ baseUrls, contract }: Place): string {
  return baseUrls.production?.slice(0, -contract.basePath.length) ?? EXAMPLE_ORIGIN;
}

/**
 * A text with the addresses of production, where they are known. Its links are relative to the
 * folder of its version; the changelog and the files of pages are below the root.
 */
export function withBaseUrl(text: string, place: Place): string {
  const { baseUrls, folder } = place;
  const { production } = baseUrls;
  if (!production) return folder ? text.replaceAll('](docs/', '](../docs/') : text;
  const absolute = (path: string) => `](${new URL(path, production).href}`;
  return text
    .replaceAll(EXAMPLE_ORIGIN, () => serviceRoot(place))
    .replaceAll(/\]\((docs(?=#)|client\.[jt]s(?=\)))/g, (_link, path) => absolute(folder + path))
    .replaceAll(/\]\(docs(?=\/)/g, () => absolute('docs'));
}

/** Without PUBLIC_URL, samples have the address that the service listens on. */
export function withOwnOrigin(text: string, { baseUrls, ownOrigin }: Place): string {
  const origin = baseUrls.production ? undefined : ownOrigin();
  return origin ? text.replaceAll(EXAMPLE_ORIGIN, origin) : text;
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
