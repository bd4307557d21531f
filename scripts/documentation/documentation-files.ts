// Makes the documentation of the contract: a module, shipped with the code, that contains pages,
// client, and the guides and operations as Markdown; and beside it the files that pages load.

import { readFile } from 'node:fs/promises';
import type { Documentation, PublishedContract } from '../../src/platform/docs/publication.ts';
import type { Service } from '../../src/platform/service.ts';
import { type Contract, codeOf, toolsOf } from '../contract/index.ts';
import { pathToPlatform, type ServiceFiles } from '../sources.ts';
import { deadLinks } from './dead-links.ts';
import { GuideError, picturesIn, readGuidesOf } from './guides.ts';
import { operationList, operationsMarkdown } from './operations-markdown.ts';
import { documentationPage } from './page/documentation.ts';
import { faviconOf } from './page/favicon.ts';
import { pagesOf } from './page/index.ts';
import { searchEntries } from './page/search.ts';
import { siteOf } from './page/site.ts';
import {
  ACCOUNT_PAGE,
  documentationPages,
  pageFiles,
  pageFilesCode,
  versionsOf,
} from './page-files.ts';
import { guidesOf, sectionsIn } from './sections.ts';
import { withSharedComponents } from './shared-components.ts';

const NOTICE = '// Made from openapi/ by `npm run generate`. Edit what is there, not this.';

/** What is published of a contract. */
export interface Published {
  readonly contract: Contract;
  /** The client in TypeScript, and in JavaScript. */
  readonly clients: Documentation['clients'];
  readonly service: Service;
  readonly files: ServiceFiles;
  /** The folders with the guides. */
  readonly guides: readonly string[];
  /** Of an older contract, such as `v1`. */
  readonly version?: string | undefined;
}

/** @throws with the links that lead nowhere */
export async function documentationFiles(published: Published): Promise<Record<string, string>> {
  const { contract, clients, files, version } = published;
  const { marked, markdown, links } = await readGuidesOf(published);
  const pictures = await picturesIn(published.guides);
  const searchFile = version === undefined ? 'search.json' : `search-${version}.json`;
  const changelog = await readFile(files.changelog, 'utf8');
  // Without versions, since the version of a file depends on its content.
  const unversioned = siteOf({ contract, guides: marked, pictures, fileVersions: {}, searchFile });
  const loaded = new Map([
    ['favicon.svg', faviconOf(unversioned.info.title)],
    ...(await pageFiles(documentationPages(files))),
    ...(unversioned.account ? await pageFiles(ACCOUNT_PAGE) : []),
    [searchFile, searchEntries(unversioned, changelog, published.guides)],
  ]);
  const fileVersions = versionsOf(loaded);
  const site = siteOf({ contract, guides: marked, pictures, fileVersions, searchFile });
  const pages = pagesOf(site, changelog);
  const dead = deadLinks(pages.documentation, { links, pictures, folders: published.guides });
  if (dead.length > 0) throw new Error(dead.join('\n'));
  const documentation: Omit<Documentation, 'pageFiles'> = {
    contract: withSharedComponents(contract.document) as unknown as PublishedContract,
    pages,
    introduction: sectionsIn(markdown, 2).introduction,
    guides: guidesOf(markdown),
    changelog,
    operations: operationsMarkdown(site),
    operationList: operationList(site),
    tools: toolsOf(contract),
    clients,
  };
  // All versions load those of the newest.
  const folder = version === undefined ? 'page' : '../page';
  const made: Record<string, string> = {
    'documentation.ts': `${NOTICE}

import type { Documentation } from '${pathToPlatform(files, version)}/docs/publication.ts';

export const documentation: Documentation = {
  pageFiles: ${pageFilesCode(folder, loaded)},
  ...${codeOf(documentation)},
};
`,
  };
  for (const [name, content] of loaded) made[`page/${name}`] = content;
  return made;
}

/**
 * Finds what is wrong with the guides to a contract: a table or a word that is not known, or links
 * that lead nowhere.
 *
 * @returns a line for each, which begins with its place
 */
export async function wrongGuides(
  published: Omit<Published, 'clients' | 'files'>,
): Promise<readonly string[]> {
  const { contract, guides: folders } = published;
  const pictures = await picturesIn(folders);
  try {
    const { marked, links } = await readGuidesOf(published);
    const site = siteOf({ contract, guides: marked, pictures, fileVersions: {}, searchFile: '' });
    return deadLinks(documentationPage(site), { links, pictures, folders });
  } catch (error) {
    if (!(error instanceof GuideError)) throw error;
    return [error.message];
  }
}
