import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import t from 'tap';
import { openStore } from '../helper.ts';
import { noBrowser, openPage, saveScreenshot, type WatchedPage } from './browser.ts';

// All rules of axe, in every state of the documentation page.

const skip = noBrowser;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

t.test('breaks no rule of accessibility in any state', { skip }, async (t) => {
  const { app, key } = await openStore(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await page.goto(`${origin}/docs`);
  await page.locator('.opblock').first().waitFor();
  t.strictSame(await violations(page), [], 'as it opens');

  await openOperations(page);
  t.strictSame(await violations(page), [], 'with every operation open');

  await page.locator('.auth-wrapper .authorize').click();
  t.strictSame(await violations(page), [], 'with the authorization dialog');
  await saveScreenshot(page, 'authorization');
  await page.locator('.modal-ux input').fill(key);
  await page.locator('.modal-ux button[type=submit]').click();
  t.strictSame(await violations(page), [], 'with the dialog, authorized');
  await page.locator('.modal-ux .btn-done').click();

  for (const button of await page.locator('.try-out__btn').all()) await button.click();
  await page.locator('#operations-pets-createPet .execute').click();
  await page.locator('.live-responses-table').waitFor();
  t.strictSame(await violations(page), [], 'with the response to a request');

  await page.locator('.models-control').click();
  for (const button of await page
    .locator('.models .json-schema-2020-12-expand-deep-button')
    .all()) {
    await button.click();
  }
  t.strictSame(await violations(page), [], 'with the schemas');
  await page.setViewportSize({ width: 400, height: 800 });
  t.strictSame(await violations(page), [], 'on a narrow screen');
  await saveScreenshot(page, 'narrow');

  await page.goto(`${origin}/docs/changelog`);
  t.strictSame(await violations(page), [], 'the changelog');
  t.strictSame(page.errors, []);
});

async function openOperations(page: Page) {
  for (const operation of await page.locator('.opblock-summary-control').all()) {
    await operation.click();
  }
  for (const sample of await page.locator('.code-samples summary').all()) await sample.click();
  const operations = await page.locator('.opblock').count();
  await page
    .locator('.responses-table')
    .nth(operations - 1)
    .waitFor();
}

/** What axe finds, by rule. It is evaluated, since the page's policy allows no added script. */
async function violations(page: WatchedPage): Promise<string[]> {
  await page.evaluate(axe);
  const found = (await page.evaluate(
    'axe.run().then(({ violations }) => violations)',
  )) as Violation[];
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
