// Makes the documentation of the contract: a module, shipped with the code, that contains pages,
// client, and the guides and operations as Markdown; and beside it the files that pages load.

import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import ts from 'typescript';
import type { Documentation, PublishedContract } from '../../src/platform/docs/publication.ts';
import { type Json, toolsOf } from '../contract/index.ts';
import { ACCOUNT_PAGE_FOLDER, CHANGELOG, FAVICON, GUIDES_FOLDER, PAGE_FOLDER } from '../sources.ts';
import { bundleForBrowsers } from './bundle.ts';
import { guidesText } from './guides.ts';
import { operationList, operationsMarkdown } from './operations-markdown.ts';
import { accountPage } from './page/account.ts';
import { changelogPage } from './page/changelog.ts';
import { documentationPage, missingPage } from './page/index.ts';
import { searchEntries } from './page/search.ts';
import { siteOf } from './page/site.ts';
import { guidesOf, sectionsIn } from './sections.ts';
import { withSharedComponents } from './shared-components.ts';

const NOTICE =
  '// Made from openapi/ and src/platform/docs/browser/ by `npm run generate`. Edit those instead.';

export async function documentationFiles(
  contract: Json,
  client: string,
  guidesFolder: string,
  version: string | undefined,
): Promise<Record<string, string>> {
  const guides = await guidesText(guidesFolder, contract);
  const searchFile = version === undefined ? 'search.json' : `search-${version}.json`;
  const changelog = await readFile(CHANGELOG, 'utf8');
  const files = await pageFiles();
  // Without versions, since the version of this file depends on its entries.
  const entries = searchEntries(siteOf(contract, guides, {}, searchFile), changelog, guidesFolder);
  files.set(searchFile, entries);
  const fileVersions: Record<string, string> = {};
  for (const [name, content] of files) fileVersions[name] = versionOf(content);
  const site = siteOf(contract, guides, fileVersions, searchFile);
  const documentation: Documentation = {
    contract: withSharedComponents(contract) as unknown as PublishedContract,
    pages: {
      documentation: documentationPage(site),
      changelog: changelogPage(site, changelog),
      missing: missingPage(site),
      account: accountPage(site),
    },
    fileVersions,
    introduction: sectionsIn(guides, 2).introduction,
    guides: guidesOf(guides),
    operations: operationsMarkdown(site),
    operationList: operationList(site),
    tools: toolsOf(contract),
    clients: { ts: client, js: withoutTypes(client) },
  };
  const data = JSON.stringify(documentation, null, 2);
  const made: Record<string, string> = {
    'documentation.ts': `${NOTICE}

import type { Documentation } from '../src/platform/docs/publication.ts';

export const documentation: Documentation = ${data};
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

/** A version that changes whenever the content does. */
function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}

/** The files that pages load, by name. */
async function pageFiles(): Promise<Map<string, string>> {
  const { outputFiles } = await bundlePage();
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** Bundles and minifies the scripts and styles of pages. */
export function bundlePage() {
  return bundleForBrowsers({
    entryPoints: globSync([
      `${PAGE_FOLDER}/{head,page,search,try}.js`,
      `${PAGE_FOLDER}/page.css`,
      `${ACCOUNT_PAGE_FOLDER}/account.{js,css}`,
      FAVICON,
      `${GUIDES_FOLDER}/*.svg`,
    ]).sort(),
    outdir: PAGE_FOLDER,
  });
}
