// The page that shows an operator what an instance does, on the port of the metrics.

import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { LIVE_PAGE_FOLDER } from '../sources.ts';
import { bundleForBrowsers } from './bundle.ts';

/** The page, its script and its style, as a module. */
export async function livePageModule(): Promise<string> {
  const { outputFiles } = await bundleLivePage();
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const page = {
    html: await readFile(`${LIVE_PAGE_FOLDER}/live.html`, 'utf8'),
    script: texts.get('live.js') ?? '',
    style: texts.get('live.css') ?? '',
  };
  return `// Made from ${LIVE_PAGE_FOLDER}/ by \`npm run generate\`. Edit what is there, not this.

export const livePage = ${JSON.stringify(page, null, 2)};
`;
}

/** Bundles and minifies the script and the style. */
export function bundleLivePage() {
  return bundleForBrowsers({
    entryPoints: [`${LIVE_PAGE_FOLDER}/live.js`, `${LIVE_PAGE_FOLDER}/live.css`],
    outdir: LIVE_PAGE_FOLDER,
  });
}
