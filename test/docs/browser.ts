import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'tap';
import { openStore } from '../helper.ts';

/*
 * A real browser, for tests of pages.
 */

const COMMON_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = process.env.CHROMIUM_PATH ?? COMMON_PATHS.find((path) => existsSync(path));
const isOptional = !executablePath && process.env.CI !== 'true';

/** Why tests with a browser are skipped on this machine, if there is none; in CI they fail instead. */
export const noBrowser: string | false =
  isOptional && 'there is no Chromium here: set CHROMIUM_PATH to test the documentation';

export interface WatchedPage extends Page {
  /** Errors in the console: exceptions, violations of the policy, files that do not load. */
  readonly errors: readonly string[];
}

/** A desktop, a tablet and a phone. */
export const WIDTHS = [1440, 900, 390];

/** Opens an empty page, which is closed with the test. */
export async function openPage(t: Test, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  if (!executablePath) throw new Error('CI needs Chromium: set CHROMIUM_PATH.');
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
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('requestfailed', (request) => errors.push(`${request.url()} failed`));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') errors.push(line.text());
  });
  return Object.assign(page, { errors });
}

/** Opens the documentation page of a store of its own. */
export async function openDocs(
  t: Test,
  options: BrowserContextOptions = {},
  settings: Record<string, string> = {},
) {
  const { app } = await openStore(t, settings);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t, options);
  await page.goto(`${origin}/docs`);
  return { page, origin };
}

/** Saves a screenshot of the page, if ARTIFACTS_DIR is set. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const { ARTIFACTS_DIR } = process.env;
  if (ARTIFACTS_DIR) await page.screenshot({ path: join(ARTIFACTS_DIR, `${name}.png`) });
}
