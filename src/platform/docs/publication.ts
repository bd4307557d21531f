// What is published of a contract, and where.

import type { BaseUrls, Contract, ContractDocument } from '../contract/index.ts';
import type { PageFiles } from '../pages/index.ts';
import type { Tool } from '../schema/tools.ts';

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
