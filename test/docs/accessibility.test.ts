import t from 'tap';
import { openDocs, saveScreenshot, skip, VIEWPORTS, violations } from './browser.ts';
import { openDialog, send } from './try-dialog.ts';

// What axe finds in the documentation.

const docs = await openDocs({ PUBLIC_URL: 'https://api.example.com/v1' });
const DIALOG = 'dialog[open]';
/** An operation and a guide, with all that has colours. To check contrast takes most of the time. */
const COLOURED = '.top, #navigation, [aria-labelledby="rate-limits"], [id="operations/getPet"]';
const OTHERS = { 'color-contrast': { enabled: false } };

t.test('has no finding in the pages, light or dark, wide or narrow', { skip }, async (t) => {
  const page = await docs.open();
  // What is folded or not chosen at first.
  for (const status of await page.locator('summary .status-4').all()) await status.click();
  await page.locator('.language').first().selectOption({ label: 'Python' });
  await page.locator('.samples .copy').first().click();
  await page.getByText('Copied', { exact: true }).waitFor();
  t.strictSame(await violations(page, 'html', OTHERS), [], 'all of it');
  t.strictSame(await violations(page, COLOURED), [], 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  t.strictSame(await violations(page, COLOURED), [], 'dark');
  await page.locator('.theme').click();
  t.strictSame(await violations(page, COLOURED), [], 'light although the system is dark');
  await page.setViewportSize(VIEWPORTS.phone);
  t.strictSame(await violations(page, 'html', OTHERS), [], 'phone');
  await page.locator('.menu').click();
  t.strictSame(await violations(page, '#navigation'), [], 'menu');
  await page.goto(`${docs.origin}/docs/changelog`);
  t.strictSame(await violations(page), [], 'changelog');
  t.strictSame(page.errors, []);
});

t.test('has no finding in the dialogs, light or dark, wide or narrow', { skip }, async (t) => {
  const page = await docs.open();
  // What is behind them was checked above, and takes time each time.
  await page.locator('.try[data-operation="createPet"]').evaluate((button) => {
    const dialog = document.getElementById('try/createPet');
    document.querySelector('main')?.replaceChildren(button, ...(dialog ? [dialog] : []));
  });
  await page.keyboard.press('Control+k');
  await page.locator('#search input').fill('status');
  await page.locator('#search li').first().waitFor();
  t.strictSame(await violations(page, DIALOG), [], 'search');
  await saveScreenshot(page, 'search');
  await page.keyboard.press('Escape');

  const { dialog, key } = await openDialog(page, 'createPet');
  await key.fill('ask_wrong');
  t.match(await send(dialog), { outcome: /^401 / });
  t.strictSame(await violations(page, DIALOG), [], 'a rejected request');
  await key.fill(docs.key);
  t.match(await send(dialog), { outcome: /^201 / });
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      t.strictSame(await violations(page, DIALOG), [], `${name}, ${colorScheme}`);
      await saveScreenshot(page, `try-${name}-${colorScheme}`);
    }
  }
});
