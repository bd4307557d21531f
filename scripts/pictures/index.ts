import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { readOptions } from '../arguments.ts';
import { DARK, LIGHT } from '../generate/pictures/svg.ts';
import { journey } from './journey.ts';
import { API_PATHS, assertJourney, EVERY_PATH } from './journey-steps.ts';

/*
 * Makes the pictures of the README. They are in .github/, since nothing that is shipped shows them.
 */

const HELP = `Makes the pictures of the README in .github/pictures/: a request's journey, and the documentation
page of the built service in both themes, for which Chromium must be installed.

  npm run pictures
  npm run pictures -- --no-screenshots   only the journey
`;
const FOLDER = '.github/pictures';

const options = readOptions(HELP, { screenshots: true });
if (options) {
  assertJourney(await readFile('src/app.ts', 'utf8'), [...EVERY_PATH, ...API_PATHS]);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(`${FOLDER}/journey-light.svg`, journey(LIGHT));
  await writeFile(`${FOLDER}/journey-dark.svg`, journey(DARK));
  if (options.screenshots) {
    const { takeScreenshots } = await import('./screenshots.ts');
    await takeScreenshots(FOLDER);
  }
}
