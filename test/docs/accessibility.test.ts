import t from 'tap';
import { openStore } from '../helper.ts';
import { violations } from './axe.ts';
import { noBrowser, openPage, saveScreenshot, type WatchedPage } from './browser.ts';

// All rules of axe, in every state of the documentation pages.

const skip = noBrowser;
const PHONE = { width: 390, height: 844 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

type Act = (page: WatchedPage) => Promise<unknown>;

/** What is done on the page, one after the other, for each state. */
const STATES: readonly (readonly [state: string, act: Act])[] = [
  ['light', async (page) => page.emulateMedia({ colorScheme: 'light' })],
  ['dark', async (page) => page.emulateMedia({ colorScheme: 'dark' })],
  ['dark chosen while the system is light', chooseDark],
  ['light again', async (page) => page.locator('.theme').click()],
  ['another language', async (page) => page.locator('.language').first().selectOption('python')],
  ['errors unfolded', openErrors],
  ['an error example', async (page) => page.locator('label.status-4').first().click()],
  ['copied', copy],
  ['search', async (page) => page.keyboard.press('Control+k')],
  ['search with results', async (page) => search(page, 'status')],
  ['search in vain', async (page) => search(page, 'xyzzy plugh')],
  ['search closed', async (page) => page.keyboard.press('Escape')],
  ['a target', async (page) => page.goto(`${page.url().replace(/#.*/, '')}#error-api_key_banned`)],
  ['print', async (page) => page.emulateMedia({ media: 'print' })],
  ['phone', phone],
  ['phone with the menu', async (page) => page.locator('.menu').click()],
  ['phone without the menu', async (page) => page.keyboard.press('Escape')],
  ['phone, dark', async (page) => page.emulateMedia({ colorScheme: 'dark' })],
  ['400 %', async (page) => page.setViewportSize(ZOOMED)],
];

t.test('breaks no rule of accessibility in any state', { skip }, async (t) => {
  const { app } = await openStore(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  await page.goto(`${origin}/docs`);
  for (const [state, act] of STATES) {
    await act(page);
    t.strictSame(await violations(page), [], state);
    await saveScreenshot(page, `state-${state.replaceAll(/[^a-z0-9]+/g, '-')}`);
  }
  t.strictSame(page.errors, []);
});

t.test('breaks none when the search cannot be loaded', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await page.route('**/search.json*', (route) => route.abort());
  await page.goto(`${origin}/docs`);
  await page.keyboard.press('/');
  await page.getByText('The search could not be loaded').waitFor();
  t.strictSame(await violations(page), []);
  await saveScreenshot(page, 'state-error');
});

t.test('breaks none in the changelog', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
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

async function chooseDark(page: WatchedPage) {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('.theme').click();
}

async function openErrors(page: WatchedPage) {
  for (const summary of await page.locator('summary').all()) await summary.click();
}

async function copy(page: WatchedPage) {
  await page.locator('.samples .copy').first().click();
  await page.getByText('Copied', { exact: true }).waitFor();
}

async function search(page: WatchedPage, words: string) {
  await page.locator('#search input').fill(words);
  await page
    .locator('.search-note')
    .getByText(/result|Nothing/)
    .waitFor();
}

async function phone(page: WatchedPage) {
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(PHONE);
}
