// Everything that the pages are made of.

import { SITE } from '../../../src/platform/docs/placeholders.ts';
import {
  basePathOf,
  explicitScopesOf,
  type FoundOperation,
  type Json,
  operationsOf,
  type Schemas,
  schemasOf,
} from '../../contract/index.ts';
import { type Section, sectionsIn } from '../sections.ts';
import { type FoundObject, objectsOf } from './objects.ts';
import { type Shared, sharedBy } from './shared.ts';

/** Everything that the pages are made of. */
export interface Site {
  readonly info: { readonly title: string; readonly version: string; readonly summary?: string };
  readonly basePath: string;
  readonly introduction: string;
  readonly guides: readonly Section[];
  /** The pictures in the guides, by the name of the file. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly tags: readonly Tag[];
  /** The operations that the account page calls, if the contract has them. */
  readonly account: Tag | undefined;
  /** The scopes that only the operator gives. */
  readonly explicitScopes: readonly string[];
  readonly operations: readonly FoundOperation[];
  readonly objects: readonly FoundObject[];
  readonly schemas: Schemas;
  readonly shared: Shared;
  /** The file with what the search of this version can find. */
  readonly searchFile: string;
  /** The address of a file that pages load. */
  readonly asset: (name: string) => string;
}

/** The tag of the operations that the account page calls. */
export const ACCOUNT_TAG = 'account';

export interface Tag {
  readonly name: string;
  readonly description?: string;
  readonly operations: readonly FoundOperation[];
}

interface SiteSources {
  readonly contract: Json;
  /** All guides, one after the other. */
  readonly guides: string;
  readonly pictures: Site['pictures'];
  /** Of the files that pages load, which change with their content. */
  readonly fileVersions: Readonly<Record<string, string>>;
  readonly searchFile: string;
}

export function siteOf(sources: SiteSources): Site {
  const { contract, pictures, fileVersions, searchFile } = sources;
  const operations = operationsOf(contract);
  const schemas = schemasOf(contract);
  const tags = tagsOf(contract, operations);
  const { introduction, sections: guides } = sectionsIn(sources.guides, 2);
  return {
    info: contract.info as Site['info'],
    basePath: basePathOf(contract),
    introduction,
    guides,
    pictures,
    tags,
    account: tags.find(({ name }) => name === ACCOUNT_TAG),
    explicitScopes: explicitScopesOf(contract),
    operations,
    objects: objectsOf(operations, schemas),
    schemas,
    shared: sharedBy(operations, schemas),
    searchFile,
    asset: (name) => `${SITE}docs/static/${name}?v=${fileVersions[name]}`,
  };
}

function tagsOf(contract: Json, operations: readonly FoundOperation[]): Tag[] {
  const described = (contract.tags ?? []) as { name: string; description?: string }[];
  const groups = Map.groupBy(operations, ({ operation: { tags = [] } }) => tags[0] ?? 'operations');
  return [...groups].map(([name, operations]) => ({
    ...described.find((tag) => tag.name === name),
    name,
    operations,
  }));
}
