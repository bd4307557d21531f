import type { Page } from 'playwright-core';
import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { noBrowser, openDocs, saveScreenshot, WIDTHS } from './browser.ts';

// The page is read: without JavaScript, in print, on small screens.

const skip = noBrowser;
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

const operations = Object.values(contract.paths).flatMap((item) =>
  Object.values<unknown>(item).filter(isOperation),
);

t.test('is complete without JavaScript', { skip }, async (t) => {
  const { page } = await openDocs(t, { javaScriptEnabled: false });
  for (const { operationId, summary, parameters = [], 'x-codeSamples': samples } of operations) {
    const section = page.locator(`[id="operations/${operationId}"]`);
    t.ok(await section.getByRole('heading', { name: summary }).isVisible());
    for (const { name, in: place } of parameters) {
      t.ok(await page.locator(`[id="operations/${operationId}/${place}/${name}"]`).isVisible());
    }
    t.equal(await section.locator('.sample pre:visible').count(), samples.length);
    const examples = section.locator('.status-examples');
    t.equal(await examples.filter({ visible: true }).count(), 1);
    await section.locator('label.status-4').first().click();
    t.equal(await examples.nth(0).isVisible(), false, 'another status is shown instead');
    t.equal(await examples.filter({ visible: true }).count(), 1);
  }
  t.equal(await page.locator('button:not(.menu, #search button):visible').count(), 0);
  const folded = page.locator('details').first();
  await folded.locator('summary').click();
  t.ok(await folded.getByText('http_version_not_supported').isVisible());
  await saveScreenshot(page, 'without-javascript');

  await page.setViewportSize({ width: 390, height: 844 });
  t.equal(await page.locator('#navigation').isVisible(), false);
  await page.locator('.menu').click();
  t.ok(await page.locator('#navigation').isVisible(), 'the menu opens');
  await saveScreenshot(page, 'without-javascript-menu');
});

t.test('prints all operations, with all errors, and nothing to click', { skip }, async (t) => {
  const { page } = await openDocs(t, { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  for (const { operationId, summary } of operations) {
    const section = page.locator(`[id="operations/${operationId}"]`);
    t.ok(await section.getByRole('heading', { name: summary }).isVisible());
    t.ok(await section.getByText('service_unavailable').first().isVisible(), 'folded on screen');
    t.ok(await section.locator('.sample pre').first().isVisible());
  }
  t.equal(await page.locator('button:visible, select:visible, nav:visible').count(), 0);
  const colour = await page.evaluate(() => getComputedStyle(document.body).color);
  t.match(colour, /^(?:rgb|color)\((?:23, 33, 29|srgb 0\.0)/, 'dark on white');
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('pre')]
      .filter((pre) => pre.checkVisibility() && pre.scrollWidth > pre.clientWidth + 1)
      .map(({ textContent }) => textContent),
  );
  t.strictSame(cut, [], 'nothing is cut off');
  const pdf = await page.pdf({ format: 'A4' });
  t.ok(pdf.length > 100_000);
  await saveScreenshot(page, 'print');
});

t.test('never scrolls sideways', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  for (const path of ['/docs', '/docs/changelog']) {
    await page.goto(origin + path);
    for (const width of [...WIDTHS, 1180, 821, ZOOMED.width]) {
      await page.setViewportSize({ width, height: 800 });
      t.strictSame(await tooWide(page), [], `${path} at ${width} pixels`);
    }
  }
  await page.goto(`${origin}/docs`);
  await page.keyboard.press('/');
  await page.locator('#search input').fill('identifier');
  await page.locator('#search li').first().waitFor();
  t.strictSame(await tooWide(page), [], 'search');
});

t.test('leaves room to read at a zoom of 400 %', { skip }, async (t) => {
  const { page } = await openDocs(t, { viewport: ZOOMED });
  await page.evaluate(() => {
    location.hash = 'operations/createPet/body/name';
  });
  const stuck = await page.evaluate(() =>
    document.querySelector('header')?.getBoundingClientRect(),
  );
  t.ok((stuck?.bottom ?? 1) <= 0, 'the bar scrolls away');
  await saveScreenshot(page, 'zoomed');
});

t.test('divides error codes only after an underscore', { skip }, async (t) => {
  const { page } = await openDocs(t, { viewport: ZOOMED });
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('tr[id^="error-"] td:first-child code')].flatMap((code) => {
      const texts: string[] = [];
      let last: number | undefined;
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (let i = 0; i < node.length; i += 1) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const { top } = range.getBoundingClientRect();
          if (top !== last) texts.push('');
          texts.push(`${texts.pop()}${node.data[i]}`);
          last = top;
        }
      }
      return texts.slice(0, -1);
    }),
  );
  t.ok(lines.length > 5, 'some need more than one line');
  for (const line of lines) t.match(line, /_$/);
});

t.test('moves nothing by itself', { skip }, async (t) => {
  const { page } = await openDocs(t, { reducedMotion: 'reduce' });
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
        return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto';
      }).length,
  );
  t.equal(moving, 0);
});

/** What reaches beyond the right edge, if the page can be scrolled there. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 100));
  });
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly 'x-codeSamples': readonly unknown[];
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value;
}
