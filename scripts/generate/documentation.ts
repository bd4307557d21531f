import { readFile } from 'node:fs/promises';
import '../tsx.js';
import { listGuides } from './guide-list.ts';
import type { Json } from './json.ts';
import { pageFiles } from './page-files.ts';
import { CHANGELOG } from './sources.ts';

/*
 * Turns what the documentation needs into data, so that it is shipped with the code: the pages, the files
 * that they load, and a list of the guides for programs.
 */

const NOTICE =
  '// Made from openapi/ and src/docs/browser/ by `npm run generate`. Edit what is there, not this.\n\n';

/** The module that holds the documentation as data. */
export async function documentationModule(contract: Json): Promise<string> {
  // It has JSX, which can be loaded only now.
  const { renderPages } = await import('./page/index.tsx');
  const changelog = await readFile(CHANGELOG, 'utf8');
  const { pages, searchIndex } = await renderPages(contract, changelog);
  const { description = '' } = contract.info as { description?: string };
  const documentation = {
    pages,
    files: { ...(await pageFiles()), 'search.json': searchIndex },
    ...listGuides(description),
  };
  return `${NOTICE}export const documentation = ${JSON.stringify(documentation, null, 2)} as const;\n`;
}
