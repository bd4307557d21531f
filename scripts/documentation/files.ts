import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import type { Json } from '../contract/index.ts';
import { CHANGELOG, GUIDES_FOLDER, PAGE_FOLDER } from '../sources.ts';
import { guideList } from './guide-list.ts';
import { readGuides } from './guides.ts';
import { operationList, operationsText } from './operations-text.ts';
import { changelogPage, documentationPage, missingPage } from './page/index.ts';
import { searchEntries } from './page/search.ts';
import { siteOf } from './page/site.ts';

/*
 * Makes the documentation of the contract: the pages, the client, and the guides and operations as
 * Markdown, as data that is shipped with the code; and the files that the pages load.
 */

const NOTICE =
  '// Made from openapi/ and src/docs/browser/ by `npm run generate`. Edit what is there, not this.\n\n';

/** The files of the documentation, by name. */
export async function documentationFiles(
  contract: Json,
  client: string,
): Promise<Record<string, string>> {
  const guides = await readGuides(GUIDES_FOLDER, contract);
  const changelog = await readFile(CHANGELOG, 'utf8');
  const files = await pageFiles();
  files['search.json'] = searchEntries(siteOf(contract, guides, {}), changelog);
  const versions = Object.fromEntries(
    Object.entries(files).map(([name, content]) => [name, versionOf(content)]),
  );
  const site = siteOf(contract, guides, versions);
  const pages = {
    documentation: documentationPage(site),
    changelog: changelogPage(site, changelog),
    missing: missingPage(site),
  };
  const documentation = {
    ...{ pages, versions, markdown: guides, guideList: guideList(guides) },
    ...{ operations: operationsText(contract), operationList: operationList(contract) },
    clients: { ts: client, js: withoutTypes(client) },
  };
  const data = JSON.stringify(documentation, null, 2);
  return {
    'documentation.ts': `${NOTICE}export const documentation = ${data} as const;\n`,
    ...Object.fromEntries(
      Object.entries(files).map(([name, content]) => [`page/${name}`, content]),
    ),
  };
}

/** A module as JavaScript, with its comments. */
function withoutTypes(module: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
  return ts.transpile(module, compilerOptions).replaceAll(/^(?=\/\*\*)/gm, '\n');
}

/** Changes with the content. */
function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 16);
}

/**
 * The page's own files by name. Scripts and styles are made small, with what they import in them.
 */
async function pageFiles(): Promise<Record<string, string>> {
  const patterns = [
    `${PAGE_FOLDER}/{head,page,search,try}.js`,
    `${PAGE_FOLDER}/{*.svg,page.css}`,
    `${GUIDES_FOLDER}/*.svg`,
  ];
  const paths = globSync(patterns).sort();
  const files = paths.map(async (path) => [basename(path), await contentOf(path)] as const);
  return Object.fromEntries(await Promise.all(files));
}

async function contentOf(path: string): Promise<string> {
  if (path.endsWith('.svg')) return readFile(path, 'utf8');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
