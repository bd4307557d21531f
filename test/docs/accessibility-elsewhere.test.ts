import t from 'tap';
import { violations } from './axe.ts';
import { noBrowser, openDocs, saveScreenshot } from './browser.ts';

// All rules of axe, on other screens and media, and where something fails.

const skip = noBrowser;
const PHONE = { width: 390, height: 844 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

t.test('breaks no rule of accessibility on a phone', { skip }, async (t) => {
  const { page } = await openDocs(t, { viewport: PHONE });
  t.strictSame(await violations(page), [], 'light');
  await saveScreenshot(page, 'state-phone');
  await page.locator('.menu').click();
  t.strictSame(await violations(page), [], 'with the menu');
  await saveScreenshot(page, 'state-phone-menu');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  t.strictSame(await violations(page), [], 'dark');
  await page.setViewportSize(ZOOMED);
  t.strictSame(await violations(page), [], 'at 400 %');
  await saveScreenshot(page, 'state-400');
  t.strictSame(page.errors, []);
});

t.test('breaks none in print', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.emulateMedia({ media: 'print' });
  t.strictSame(await violations(page), []);
  await saveScreenshot(page, 'state-print');
});

t.test('breaks none when the search cannot be loaded', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.route('**/search.json*', (route) => route.abort());
  await page.keyboard.press('/');
  await page.getByText('The search could not be loaded').waitFor();
  t.strictSame(await violations(page), []);
  await saveScreenshot(page, 'state-error');
});

t.test('breaks none in the changelog', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  await page.goto(`${origin}/docs/changelog`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    t.strictSame(await violations(page), [], colorScheme);
    await saveScreenshot(page, `changelog-${colorScheme}`);
  }
  await page.setViewportSize(PHONE);
  t.strictSame(await violations(page), [], 'phone');
  t.strictSame(page.errors, []);
});
