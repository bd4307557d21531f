// Everything that the pages are made of.

import { SITE } from '../../../src/platform/docs/placeholders.ts';
import type { Contract, Operation } from '../../contract/index.ts';
import { type Section, sectionsIn } from '../sections.ts';
import { type FoundObject, objectsOf } from './objects.ts';
import { type Shared, sharedBy } from './shared.ts';

/** Everything that the pages are made of. */
export interface Site {
  readonly info: Pick<Contract, 'title' | 'version' | 'summary'>;
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
  readonly operations: readonly Operation[];
  readonly objects: readonly FoundObject[];
  readonly schemas: Contract['schemas'];
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
  readonly description: string | undefined;
  readonly operations: readonly Operation[];
}

interface SiteSources {
  readonly contract: Contract;
  /** All guides, one after the other. */
  readonly guides: string;
  readonly pictures: Site['pictures'];
  /** Of the files that pages load, which change with their content. */
  readonly fileVersions: Readonly<Record<string, string>>;
  readonly searchFile: string;
}

export function siteOf(sources: SiteSources): Site {
  const { contract, pictures, fileVersions, searchFile } = sources;
  const { operations, schemas, basePath, explicitScopes } = contract;
  const tags = tagsOf(contract);
  const { introduction, sections: guides } = sectionsIn(sources.guides, 2);
  return {
    info: contract,
    basePath,
    introduction,
    guides,
    pictures,
    tags,
    account: tags.find(({ name }) => name === ACCOUNT_TAG),
    explicitScopes,
    operations,
    objects: objectsOf(contract),
    schemas,
    shared: sharedBy(operations),
    searchFile,
    asset: (name) => `${SITE}docs/static/${name}?v=${fileVersions[name]}`,
  };
}

function tagsOf({ operations, tags }: Contract): Tag[] {
  const groups = Map.groupBy(operations, ({ tag }) => tag ?? 'operations');
  return [...groups].map(([name, operations]) => {
    return { name, description: tags.find((tag) => tag.name === name)?.description, operations };
  });
}
