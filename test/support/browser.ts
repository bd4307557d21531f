// The documentation in a real browser, which all tests of a file share with the store.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { type Given, type Opened, openSample } from '../helper.ts';
import { expectNeed } from './needs.ts';

const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const FLAGS = `--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync
  --disable-background-networking --disable-component-update`.split(/\s+/);
/** For a machine that is busy. */
const PATIENCE_MS = 60_000;

if (!executablePath && process.env.CI) throw new Error('CI needs Chromium: set CHROMIUM_PATH.');
/** Why tests with a browser are skipped on this machine, if there is none. */
export const skip =
  !executablePath && 'there is no Chromium here: set CHROMIUM_PATH to test the documentation';

/** A desktop, a phone, and what a zoom of 400 % leaves of 1280 by 1024 pixels. */
export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  zoomed: { width: 320, height: 256 },
};

type WindowOptions = BrowserContextOptions & { readonly address?: string };

let browser: Promise<Browser> | undefined;

/** Opens the sample service for all tests of a file, and its documentation. */
export function openDocs(settings: Record<string, string> = {}) {
  return openDocsOf(openSample, settings);
}

/** Opens a service for all tests of a file, and its documentation. */
export async function openDocsOf<Client>(
  openService: (test: Test, ...given: Given) => Promise<Opened<Client>>,
  settings: Record<string, string> = {},
) {
  expectNeed('browser');
  const store = await openService(t, settings);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  let shared: ReturnType<typeof open> | undefined;
  /** The page for tests that leave it as they find it: to open another costs a second of CPU. */
  const openShared = () => {
    shared ??= open(t);
    return shared;
  };
  return { ...store, origin, open, openShared };

  /** Opens a page in a window that is closed with the test, and collects the console's errors. */
  async function open(test: Test, { address, ...options }: WindowOptions = {}) {
    browser ??= launch();
    const page = await (await browser).newPage({ viewport: VIEWPORTS.desktop, ...options });
    test.teardown(() => page.context().close());
    page.setDefaultTimeout(PATIENCE_MS);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    // Exceptions, violations of the policy, files that do not load.
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('requestfailed', (request) => errors.push(`${request.url()} failed`));
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') errors.push(line.text());
    });
    await page.goto(address ?? `${origin}/docs`);
    return Object.assign(page, { errors });
  }
}

async function launch() {
  const found = { ...(executablePath && { executablePath }) };
  const launched = await chromium.launch({ ...found, args: FLAGS });
  t.teardown(() => launched.close());
  return launched;
}

/** Saves a screenshot of the page, if ARTIFACTS_DIR is set. */
export async function saveScreenshot(
  page: Page,
  name: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  const { ARTIFACTS_DIR } = process.env;
  const path = join(ARTIFACTS_DIR ?? '', `${name}.png`);
  if (ARTIFACTS_DIR) await page.screenshot({ ...options, path });
}

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * What axe finds against its rules: WCAG 2.2 A and AA, and best practices. It is evaluated, since
 * the page's policy allows no added script.
 *
 * @param selector of the parts of the page that are checked
 * @param options which rules, as axe takes them; all of them unless given
 */
export async function violations(page: Page, selector = 'html', options = {}): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await readFile(axe, 'utf8'));
  const all = JSON.stringify({ resultTypes: ['violations'], ...options });
  return page.evaluate(
    `axe.run(${JSON.stringify(selector)}, ${all}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
  );
}
