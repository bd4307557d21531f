// Makes the module with the page for operators, and beside it the files that the page loads. Both
// are the same in every service.

import { livePage } from './page/index.ts';
import { LIVE_PAGE, pageFiles, pageFilesCode } from './page-files.ts';

const NOTICE =
  '// Made by `npm run generate` from scripts/documentation/page/live.ts. Edit that instead.';

/** @returns the text of each file, by its path in generated/platform/ */
export async function livePageFiles(): Promise<Record<string, string>> {
  const files = await pageFiles(LIVE_PAGE);
  const made: Record<string, string> = {
    'live-page.ts': `${NOTICE}

export const livePage = {
  html: ${JSON.stringify(livePage())},
  files: ${pageFilesCode('live-page', files)},
};
`,
  };
  for (const [name, content] of files) made[`live-page/${name}`] = content;
  return made;
}
