import type { Page } from 'playwright-core';
import t from 'tap';
import { noBrowser, openDocs, saveScreenshot } from './browser.ts';

// Searching the documentation, in a real browser.

const skip = noBrowser;

t.test('finds everything that can be linked to', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.keyboard.press('Control+k');
  for (const [words, kind, anchor] of [
    ['retry after backoff', 'Guide', 'handling-429-responses'],
    ['bigint', 'Guide', 'create-the-client'],
    ['add an animal', 'Operation', 'operations/createPet'],
    ['listOrders', 'Operation', 'operations/listOrders'],
    ['cursor', 'Parameter', 'operations/listPets/query/cursor'],
    ['quantity', 'Field', 'operations/listOrders/200/%5B%5D/quantity'],
    ['X-RateLimit-Reset', 'Header', 'headers/x-ratelimit-reset'],
    ['sunset', 'Header', 'operations/getPet/headers/sunset'],
    ['idempotency_key_reused', 'Error', 'error-idempotency_key_reused'],
    // With a letter too many, and not yet complete.
    ['paginattion', 'Guide', 'pagination'],
    ['idemp', 'Parameter', 'operations/createPet/header/Idempotency-Key'],
  ] as const) {
    await page.locator('#search input').fill(words);
    const found = page.locator(`#search a[href="#${anchor}"]`);
    await found.first().waitFor();
    t.equal(await found.first().locator('.kind').textContent(), kind, words);
  }
  await saveScreenshot(page, 'search');
  await page.locator('#search input').fill('xyzzy');
  await page.getByText('Nothing found.').waitFor();
  t.strictSame(page.errors, []);
});

t.test('is used with the keyboard alone', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const button = page.locator('.search-button');
  await button.focus();
  await page.keyboard.press('/');
  await page.locator('#search input:focus').waitFor();
  await page.keyboard.type('limit/');
  t.equal(await page.locator('#search input').inputValue(), 'limit/', 'a slash is text there');
  await page.keyboard.press('Escape');
  await page.locator('#search').waitFor({ state: 'hidden' });
  t.ok(await button.evaluate((one) => one === document.activeElement), 'the focus comes back');

  await page.keyboard.press('Control+k');
  await page.locator('#search input:focus').waitFor();
  await page.keyboard.type('api_key_banned');
  await page.locator('#search a[href="#error-api_key_banned"]').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#search').waitFor({ state: 'hidden' });
  t.match(page.url(), '#error-api_key_banned', 'Enter leads to the first result');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('status');
  await page.locator('#search li').nth(2).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const second = await page.locator('#search a').nth(1).getAttribute('href');
  t.ok(
    await page
      .locator('#search a')
      .nth(1)
      .evaluate((one) => one === document.activeElement),
  );
  await page.keyboard.press('Enter');
  t.match(page.url(), second ?? '');
  t.strictSame(page.errors, []);
});

t.test('leads from the changelog to the documentation', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  await page.goto(`${origin}/docs/changelog`);
  await page.locator('.search-button').click();
  await page.locator('#search input').fill('Leaving getPet');
  await page.locator('#search a').first().click();
  await page.waitForURL(`${origin}/docs#leaving-getpet`);
});

t.test('loads nothing until it is used, and tries again after a failure', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.locator('.language').first().selectOption({ label: 'Python' });
  t.notMatch(loaded.join(), 'search');

  await page.route('**/search.js*', (route) => route.abort());
  await page.locator('.search-button').click();
  await page.getByText('This could not be loaded').waitFor();
  await page.unroute('**/search.js*');
  await page.reload();
  await page.route('**/search.json*', (route) => route.fulfill({ status: 503 }));
  await page.locator('.search-button').click();
  await page.getByText('The search could not be loaded').waitFor();
  await page.unroute('**/search.json*');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await searchFor(page, 'pagination');
});

async function searchFor(page: Page, words: string) {
  await page.locator('#search input').fill(words);
  await page.locator('#search li').first().waitFor();
}
