import type { Page } from 'playwright-core';
import t from 'tap';
import { noBrowser, openDocs, saveScreenshot, WIDTHS } from './browser.ts';

// Addresses with a fragment lead to what they name, in a real browser.

const skip = noBrowser;
const TARGETS = [
  'first-steps',
  'handling-429-responses',
  'error-idempotency_key_in_use',
  'headers/x-ratelimit-reset',
  'tags/orders',
  'operations/createPet',
  'operations/listPets/query/cursor',
  'operations/createPet/header/Idempotency-Key',
  'operations/createPet/body/categoryId',
  'operations/listPets/200/%5B%5D/name',
  'operations/getPet/headers/sunset',
  'operations/createPet/422',
  // Folded with the errors of every operation.
  'operations/createPet/503',
];
const FROM_ELSEWHERE = ['handling-429-responses', 'operations/createPet/body/categoryId'];
/** What led somewhere before: headings of guides, and operations as Swagger UI named them. */
const FORMER = [
  ...['first-steps', 'base-addresses', 'authentication', 'rate-limits', 'errors', 'request-ids'],
  ...['idempotent-requests', 'pagination', '64-bit-integers', 'using-a-generated-client'],
  ...['generate-the-types', 'call-the-api', 'browsers', 'never-put-a-secret-key-into-a-page'],
  ...['what-to-do-instead', 'http-methods', 'caching', 'deprecation', 'leaving-getpet'],
  ...['what-will-be-missing', 'stability', 'specification-extensions', 'strict-validation'],
  ...['operations', 'operations-title', '/pets', '/orders', 'operations-tag-pets'],
  ...['/pets/createPet', '/pets/getPet', '/orders/listOrders', 'operations-pets-listPets'],
];

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  t.test(`leads there at every width, ${how} JavaScript`, { skip }, async (t) => {
    const { page, origin } = await openDocs(t, { javaScriptEnabled });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const target of TARGETS) {
        await page.goto(`${origin}/docs#${target}`);
        t.ok(await isAtTop(page, target), `#${target} at ${width} pixels`);
      }
      await page.reload();
      t.ok(await isAtTop(page, TARGETS.at(-1)), 'reloaded');
      await page.goto(`${origin}/docs/changelog#1-0-0-2026-11-21`);
      t.ok(await isAtTop(page, '1-0-0-2026-11-21'), 'another page');
      for (const target of FROM_ELSEWHERE) {
        await page.goto('about:blank');
        await page.goto(`${origin}/docs#${target}`);
        t.ok(await isAtTop(page, target), `#${target} at ${width} pixels, from elsewhere`);
      }
    }
    await saveScreenshot(page, `deep-link-${how}-javascript`);
  });
}

t.test('leads there from link to link, and back', { skip }, async (t) => {
  const { page } = await openDocs(t);
  for (const target of TARGETS.slice(0, 6)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, target);
    t.ok(await isAtTop(page, target), `#${target}`);
  }
  await page.goBack();
  t.ok(await isAtTop(page, TARGETS[4]), 'back');
});

t.test('still leads where it led before', { skip }, async (t) => {
  const { page } = await openDocs(t);
  for (const anchor of FORMER) {
    await page.evaluate((hash) => {
      scrollTo(0, 0);
      location.hash = hash;
    }, anchor);
    t.ok(await isAtTop(page, anchor), `#${anchor}`);
  }
});

t.test('gives each heading, operation and name a link to itself', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  for (const path of ['/docs', '/docs/changelog']) {
    await page.goto(origin + path);
    const without = await page.evaluate(() =>
      [...document.querySelectorAll('main :is(h2, h3), .values > li[id], .response[id]')]
        .filter((one) => {
          const id = one.id.replace(/\/title$/, '');
          return !one.querySelector(`a[href="#${CSS.escape(id)}"], a[href="#${id}"]`);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    );
    t.strictSame(without, [], path);
  }
  await page.goto(`${origin}/docs`);
  await page.locator('#pagination a').click();
  t.match(page.url(), '/docs#pagination');
});

t.test('marks the section that is read', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const marked = page.locator('#navigation [aria-current]');
  for (const [target, section] of [
    ['rate-limits', 'rate-limits'],
    ['strict-validation', 'errors'],
    ['operations/createPet/body/name', 'operations/createPet'],
    ['operations/listOrders', 'operations/listOrders'],
  ] as const) {
    await page.locator(`[id="${target}"]`).evaluate((element) => element.scrollIntoView());
    await page.locator(`#navigation a[aria-current="location"][href="#${section}"]`).waitFor();
    t.equal(await marked.count(), 1, target);
  }
  await page.setViewportSize({ width: 1440, height: 300 });
  await page.locator('#first-steps').evaluate((element) => element.scrollIntoView());
  await page.locator('[id="operations/getPet"]').evaluate((element) => element.scrollIntoView());
  await page.locator('#navigation a[aria-current][href="#operations/getPet"]').waitFor();
  const isInView = await marked.evaluate((link) => {
    const { top, bottom } = link.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  t.ok(isInView, 'the side bar shows it');
});

/** Whether something stands below the bar at the top, and not far below. */
async function isAtTop(page: Page, anchor = ''): Promise<boolean> {
  return page
    .waitForFunction((id) => {
      const target = document.getElementById(id);
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      // An operation is headed by its title.
      const { top, height } =
        (target?.querySelector('h3') ?? target)?.getBoundingClientRect() ?? {};
      const isShown = target?.classList.contains('former') || (height ?? 0) > 0;
      return isShown && (top ?? 0) >= bar - 40 && (top ?? 0) <= bar + 120;
    }, anchor)
    .then(() => true)
    .catch(() => false);
}
