import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { openStore } from './helper.js';

// The documentation page as its readers have it: in a real browser, on a real port.

const USUAL_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = process.env.CHROMIUM_PATH ?? USUAL_PATHS.find((path) => existsSync(path));
const isOptional = !executablePath && process.env.CI !== 'true';
const skip = isOptional && 'there is no Chromium here: set CHROMIUM_PATH to test the documentation';

t.test('lets a reader try the operations with a key', { skip }, async (t) => {
  const { app, key, send } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  const troubles = listTroubles(page);

  await page.goto(`${origin}/docs`);
  await authorize(page, key);

  const pet = { id: 1, name: 'Rex', categoryId: 7, status: 'available' };
  const created = await tryOut(page.locator('#operations-pets-createPet'));
  t.strictSame(created, { status: '201', body: pet });
  t.strictSame((await send({ url: '/v1/pets' })).json(), [pet]);
  const listed = await tryOut(page.locator('#operations-pets-listPets'));
  t.strictSame(listed, { status: '200', body: [pet] });

  const { ARTIFACTS_DIR } = process.env;
  if (ARTIFACTS_DIR) {
    await page.screenshot({ path: join(ARTIFACTS_DIR, 'documentation.png') });
  }
  t.strictSame(troubles, []);
});

async function openPage(t: Test): Promise<Page> {
  if (!executablePath) throw new Error('There is no Chromium here, and in CI there has to be one.');
  const browser: Browser = await chromium.launch({
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
  return browser.newPage();
}

/** What a reader would find in the console: errors, breaches of the policy, files that do not load. */
function listTroubles(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('requestfailed', (request) => troubles.push(`${request.url()} failed`));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
  });
  return troubles;
}

async function authorize(page: Page, key: string) {
  await page.locator('.auth-wrapper .authorize').click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input').fill(key);
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('.btn-done').click();
}

/** Sends an operation with what the page fills in by itself. Returns the answer that it shows. */
async function tryOut(operation: Locator) {
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const answer = operation.locator('.live-responses-table tbody');
  const status = await answer.locator('.response-col_status').textContent();
  const body = await answer.locator('.microlight').first().textContent();
  return { status, body: JSON.parse(body ?? '') };
}
