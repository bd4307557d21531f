import { readFile } from 'node:fs/promises';
import '../tsx.js';
import { EXAMPLE_BASE_URL } from '../../src/docs/placeholders.ts';
import type { Json } from './json.ts';
import { markdownDocuments } from './markdown/index.ts';
import { pageFiles } from './page-files.ts';
import { PICTURES } from './pictures/index.ts';
import { releasesIn } from './releases.ts';
import { CHANGELOG } from './sources.ts';

/*
 * Turns what the documentation needs into data, so that it is shipped with the code: the pages, the files
 * that they load, and the same for machines: Markdown of each guide and operation, and the releases for a
 * feed.
 */

const NOTICE =
  '// Made from openapi/ and src/docs/browser/ by `npm run generate`. Edit what is there, not this.\n\n';

/** The module that holds the documentation as data. */
export async function documentationModule(contract: Json): Promise<string> {
  // It has JSX, which can be loaded only now.
  const { renderPages } = await import('./page/index.tsx');
  const changelog = await readFile(CHANGELOG, 'utf8');
  const { pages, searchIndex } = await renderPages(contract, changelog);
  const documentation = {
    pages,
    files: { ...(await pageFiles()), ...PICTURES, 'search.json': searchIndex },
    markdown: { ...markdownDocuments(contract, EXAMPLE_BASE_URL), changelog },
    releases: releasesIn(changelog),
  };
  return `${NOTICE}export const documentation = ${JSON.stringify(documentation, null, 2)} as const;\n`;
}
