import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';

/*
 * A real browser, for what people look at.
 */

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = process.env.CHROMIUM_PATH ?? USUAL_PATHS.find((path) => existsSync(path));
const isOptional = !executablePath && process.env.CI !== 'true';

/** Why tests with a browser are skipped, on a machine without one; in CI they fail there. */
export const noBrowser: string | false =
  isOptional && 'there is no Chromium here: set CHROMIUM_PATH to test the documentation';

export interface WatchedPage extends Page {
  /** What a reader would find in the console: errors, breaches of the policy, files that do not load. */
  readonly troubles: readonly string[];
}

/** Opens an empty page, which is closed with the test. */
export async function openPage(t: Test): Promise<WatchedPage> {
  if (!executablePath) throw new Error('There is no Chromium here, and in CI there has to be one.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  t.teardown(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('requestfailed', (request) => troubles.push(`${request.url()} failed`));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
  });
  return Object.assign(page, { troubles });
}

/** Keeps a picture of the page, where pictures are asked for. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const { ARTIFACTS_DIR } = process.env;
  if (ARTIFACTS_DIR) await page.screenshot({ path: join(ARTIFACTS_DIR, `${name}.png`) });
}
