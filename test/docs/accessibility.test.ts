import t from 'tap';
import { violations } from './axe.ts';
import { noBrowser, openDocs, saveScreenshot, type WatchedPage } from './browser.ts';

// All rules of axe, in every state of the documentation page on a desktop.

const skip = noBrowser;

type Act = (page: WatchedPage) => Promise<unknown>;

/** What is done on the page, one after the other, for each state. */
const STATES: readonly (readonly [state: string, act: Act])[] = [
  ['light', async (page) => page.emulateMedia({ colorScheme: 'light' })],
  ['dark', async (page) => page.emulateMedia({ colorScheme: 'dark' })],
  ['light chosen while the system is dark', async (page) => page.locator('.theme').click()],
  ['errors unfolded, in another language', unfold],
  ['copied', copy],
  ['search with results', async (page) => search(page, 'status')],
  ['search in vain', async (page) => search(page, 'xyzzy')],
  ['a target', target],
];

t.test('breaks no rule of accessibility in any state', { skip }, async (t) => {
  const { page, origin } = await openDocs(t, {}, { PUBLIC_URL: 'https://api.example.com/v1' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  for (const [state, act] of STATES) {
    await act(page);
    t.strictSame(await violations(page), [], state);
    await saveScreenshot(page, `state-${state.replaceAll(/[^a-z0-9]+/g, '-')}`);
  }
  t.strictSame(page.errors, []);
});

async function unfold(page: WatchedPage) {
  for (const summary of await page.locator('summary').all()) await summary.click();
  for (const label of await page.locator('label:text-is("400")').all()) await label.click();
  await page.locator('.language').first().selectOption({ label: 'Python' });
}

async function copy(page: WatchedPage) {
  await page.locator('.samples .copy').first().click();
  await page.getByText('Copied', { exact: true }).waitFor();
}

async function search(page: WatchedPage, words: string) {
  await page.keyboard.press('Control+k');
  await page.locator('#search input').fill(words);
  await page
    .locator('.search-note')
    .getByText(/result|Nothing/)
    .waitFor();
}

async function target(page: WatchedPage) {
  await page.keyboard.press('Escape');
  await page.goto(`${page.url()}#error-api_key_banned`);
}
