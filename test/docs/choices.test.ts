import type { Page } from 'playwright-core';
import t from 'tap';
import { noBrowser, openDocs, saveScreenshot } from './browser.ts';

// What readers choose on the page, and what it remembers.

const skip = noBrowser;
const DARK = 'rgb(15, 20, 18)';
const LIGHT = 'rgb(255, 255, 255)';

t.test('shows all samples in the language that was chosen, also later', { skip }, async (t) => {
  const { page } = await openDocs(t);
  t.strictSame(await shownLanguages(page), ['curl']);
  const choice = page.locator('.language').nth(2);
  await choice.scrollIntoViewIfNeeded();
  const before = await choice.boundingBox();
  await choice.selectOption({ label: 'Python' });
  t.strictSame(await shownLanguages(page), ['Python']);
  t.equal((await choice.boundingBox())?.y, before?.y, 'what is read stays in its place');
  await page.reload();
  t.strictSame(await shownLanguages(page), ['Python']);
  const chosen = await page
    .locator('.language')
    .evaluateAll((choices) => [...new Set(choices.map((one) => (one as HTMLSelectElement).value))]);
  t.strictSame(chosen, ['python']);
  await page.evaluate(() => localStorage.setItem('language', 'cobol'));
  await page.reload();
  t.strictSame(await shownLanguages(page), ['curl'], 'instead of one that is not offered');
  t.strictSame(page.errors, []);
});

t.test('follows the system, or the theme that was chosen', { skip }, async (t) => {
  const { page } = await openDocs(t, { colorScheme: 'dark' });
  const button = page.locator('.theme');
  t.equal(await ground(page), DARK);
  t.equal(await button.getAttribute('aria-pressed'), 'true');
  await page.emulateMedia({ colorScheme: 'light' });
  t.equal(await ground(page), LIGHT);
  t.equal(await button.getAttribute('aria-pressed'), 'false');

  await button.click();
  t.equal(await ground(page), DARK);
  await page.getByText('Dark mode', { exact: true }).waitFor({ state: 'attached' });
  await page.reload();
  t.equal(await ground(page), DARK, 'remembered');
  await page.goto(`${page.url()}/changelog`);
  t.equal(await ground(page), DARK, 'on all pages');
  await page.locator('.theme').click();
  t.equal(await ground(page), LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  t.equal(await ground(page), DARK, 'the system is followed again');
  t.strictSame(page.errors, []);
});

t.test('has the chosen theme and language when it is first painted', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('language', 'go');
  });
  await page.route('**/page.js*', (route) => route.abort());
  await page.reload();
  t.equal(await ground(page), DARK);
  t.strictSame(await shownLanguages(page), ['Go']);
  await page.route('**/head.js*', (route) => route.abort());
  await page.reload();
  t.ok((await shownLanguages(page)).length > 3, 'without its scripts, as without JavaScript');
});

t.test('chooses for this visit where the browser keeps nothing', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await page.reload();
  await page.locator('.language').first().selectOption({ label: 'Python' });
  t.strictSame(await shownLanguages(page), ['Python']);
  await page.locator('.theme').click();
  t.equal(await ground(page), DARK);
  t.strictSame(page.errors, []);
});

t.test('copies what is shown, and says so', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const samples = page.locator('[id="operations/createPet"] .samples');
  await samples.locator('.language').selectOption({ label: 'Go' });
  await samples.locator('.copy').click();
  await samples.getByText('Copied', { exact: true }).waitFor();
  t.equal(await page.locator('#announcement').textContent(), 'Copied to the clipboard');
  t.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    await samples.locator('pre:visible').textContent(),
  );
  await samples.getByText('Copy', { exact: true }).waitFor();

  const example = page.locator('[id="operations/createPet"] .example:visible');
  await example.locator('.copy').click();
  await example.getByText('Copied', { exact: true }).waitFor();
  t.match(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), { name: 'Rex' });
  await saveScreenshot(page, 'copied');

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'));
  });
  const block = page.locator('.guide .copy').first();
  await block.click();
  await page.getByText('Not copied', { exact: true }).waitFor();
  t.match(await page.locator('#announcement').textContent(), 'did not allow');
});

/** The languages of the samples that are shown. */
function shownLanguages(page: Page): Promise<string[]> {
  return page
    .locator('.sample:visible')
    .evaluateAll((samples) => [
      ...new Set(samples.map((one) => one.querySelector('p')?.textContent ?? '')),
    ]);
}

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}
