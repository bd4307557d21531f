// Makes the documentation of the contract: a module, shipped with the code, that contains pages,
// client, and the guides and operations as Markdown; and beside it the files that pages load.

import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import type { Documentation, PublishedContract } from '../../src/platform/docs/publication.ts';
import { type Json, toolsOf } from '../contract/index.ts';
import { CHANGELOG } from '../sources.ts';
import { guidesText } from './guides.ts';
import { operationList, operationsMarkdown } from './operations-markdown.ts';
import { faviconOf } from './page/favicon.ts';
import { pagesOf } from './page/index.ts';
import { searchEntries } from './page/search.ts';
import { siteOf } from './page/site.ts';
import { pageFiles, pageFilesCode, versionsOf } from './page-files.ts';
import { guidesOf, sectionsIn } from './sections.ts';
import { withSharedComponents } from './shared-components.ts';

const NOTICE = '// Made from openapi/ by `npm run generate`. Edit what is there, not this.';

export async function documentationFiles(
  contract: Json,
  client: string,
  guidesFolder: string,
  version: string | undefined,
): Promise<Record<string, string>> {
  const guides = await guidesText(guidesFolder, contract);
  const searchFile = version === undefined ? 'search.json' : `search-${version}.json`;
  const changelog = await readFile(CHANGELOG, 'utf8');
  const files = await pageFiles('page');
  // Without versions, since the version of a file depends on its content.
  const unversioned = siteOf(contract, guides, {}, searchFile);
  files.set(searchFile, searchEntries(unversioned, changelog, guidesFolder));
  const { title } = unversioned.info;
  if (!files.has('favicon.svg')) files.set('favicon.svg', faviconOf(title));
  const site = siteOf(contract, guides, versionsOf(files), searchFile);
  const documentation: Omit<Documentation, 'pageFiles'> = {
    contract: withSharedComponents(contract) as unknown as PublishedContract,
    pages: pagesOf(site, changelog),
    introduction: sectionsIn(guides, 2).introduction,
    guides: guidesOf(guides),
    operations: operationsMarkdown(site),
    operationList: operationList(site),
    tools: toolsOf(contract),
    clients: { ts: client, js: withoutTypes(client) },
  };
  const data = JSON.stringify(documentation, null, 2);
  // All versions load those of the newest.
  const folder = version === undefined ? 'page' : '../page';
  const made: Record<string, string> = {
    'documentation.ts': `${NOTICE}

import type { Documentation } from '../src/platform/docs/publication.ts';

export const documentation: Documentation = {
  pageFiles: ${pageFilesCode(folder, files)},
  ...${data},
};
`,
  };
  for (const [name, content] of files) made[`page/${name}`] = content;
  return made;
}

/** A module as JavaScript, with its comments, and the empty lines that TypeScript drops. */
function withoutTypes(module: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
  return ts.transpile(module, compilerOptions).replaceAll(/^(?=\/\*\*)/gm, '\n');
}
