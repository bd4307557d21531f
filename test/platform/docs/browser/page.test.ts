// The documentation as readers see it, in a browser: what is visible, loaded, in reach of the
// keyboard and of assistive technology only a browser can tell. "Try it" has a file of its own.

import { createServer } from 'node:http';
import t from 'tap';
import { openDocs, saveScreenshot, skip, VIEWPORTS, violations } from '../../../support/browser.ts';
import { createDatabase } from '../../../support/databases.ts';
import { startServer } from '../../../support/processes.ts';
import { listenOn } from '../../../support/raw-http.ts';
import { contract } from '../../../support/sample-contract.ts';
import { eventually } from '../../../support/until.ts';
import { blockOf } from '../guide-programs.ts';

/** What the first visit may load. */
const MAX = { bytes: 60_000, requests: 9 };

/** What others may link to: headings, operations, and what is within them. */
const ANCHORS = `
first-steps base-addresses authentication rate-limits errors request-ids idempotent-requests
pagination 64-bit-integers using-a-generated-client generate-the-types call-the-api browsers
never-put-a-secret-key-into-a-page what-to-do-instead http-methods caching deprecation
leaving-getwidget versions what-will-be-missing stability specification-extensions strict-validation
handling-429-responses error-idempotency_key_in_use headers/x-ratelimit-reset operations
tags/shipments operations/createWidget operations/listWidgets/query/cursor
operations/createWidget/422 operations/createWidget/header/Idempotency-Key
operations/createWidget/body objects/Error/code operations/getWidget/headers/sunset
bans what-to-retry
`
  .trim()
  .split(/\s+/);

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}
const OPERATIONS = Object.values(contract.document.paths).flatMap((item): Operation[] =>
  Object.values(item),
);

/**
 * An operation and a guide, with all that has colours. To check contrast takes most of the time.
 */
const COLOURED = `.top, #navigation, .overview, [aria-labelledby="rate-limits"],
  [aria-labelledby="every-operation"], [id="operations/getWidget"]`;
const OTHERS = { rules: { 'color-contrast': { enabled: false } } };
/** What depends on how wide the page is. */
const SIZES = { runOnly: ['target-size', 'scrollable-region-focusable'] };
const COLOURS = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The largest id. */
const LARGEST = '9223372036854775807';

const docs = await openDocs();

t.test('loads little, once, and shows where it was loaded from', { skip }, async (t) => {
  // As it is shipped, with compressed files.
  const { origin } = await startServer(t, { DATABASE_URL: await createDatabase() });
  const page = await docs.open(t, { address: 'about:blank' });
  const loaded = { bytes: 0, requests: 0 };
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    loaded.bytes += encodedDataLength;
    loaded.requests += 1;
  });
  await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });
  const { bytes, requests } = loaded;
  t.ok(bytes > 10_000 && bytes <= MAX.bytes, `${bytes} bytes`);
  t.ok(requests <= MAX.requests, `${requests} requests`);
  await page.reload({ waitUntil: 'networkidle' });
  t.ok(loaded.bytes - bytes < 5_000, `${loaded.bytes - bytes} bytes`);
  const roots = await page.locator('.root-url').allTextContents();
  t.strictSame([...new Set(roots)], [origin]);
  t.equal(await page.locator('.own-url').textContent(), `${origin}/v1`);
});

t.test('is complete without JavaScript, and in print', { skip }, async (t) => {
  const page = await docs.open(t, { javaScriptEnabled: false });
  for (const { operationId, summary, parameters = [], 'x-codeSamples': samples } of OPERATIONS) {
    const section = page.locator(`[id="operations/${operationId}"]`);
    const title = page.locator(`[id="operations/${operationId}/title"]`);
    t.ok(await title.filter({ hasText: summary }).isVisible());
    for (const { name, in: place } of parameters) {
      t.ok(await page.locator(`[id="operations/${operationId}/${place}/${name}"]`).isVisible());
    }
    t.equal(await section.locator('.sample code:visible').count(), samples.length);
  }
  t.equal(await page.locator('button:not(.menu):visible').count(), 0);
  await page.emulateMedia({ media: 'print' });
  const examples = page.locator('.examples pre');
  t.equal(await examples.locator('visible=true').count(), await examples.count());
  t.equal(await page.locator('button:visible, select:visible, nav:visible').count(), 0);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  t.ok(Number(sheets?.length) <= 30, `${sheets?.length} sheets`);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(VIEWPORTS.phone);
  t.notOk(await page.locator('#navigation').isVisible());
  await page.locator('.menu').click();
  t.ok(await page.locator('#navigation').isVisible(), 'the menu opens');
  await saveScreenshot(page, 'without-javascript');
});

t.test('leads to whatever was published once, and marks where it is', { skip }, async (t) => {
  const page = await docs.openShared();
  // One call for all anchors: it goes to each, and waits frame by frame until that is in view.
  const arrive = (anchors: readonly string[], isThere = false) =>
    page.evaluate(
      async ([ids, isThere]) => {
        for (const id of ids) {
          if (!isThere) {
            scrollTo(0, 0);
            location.hash = id;
          }
          const endMs = performance.now() + 60_000;
          while (!isInView(id)) {
            if (performance.now() > endMs) return `#${id} is not in view`;
            await new Promise(requestAnimationFrame);
          }
        }
        return 'arrived';

        function isInView(id: string) {
          const target = document.getElementById(id);
          // An operation is headed by its title.
          const { top = -1 } =
            (target?.querySelector('h3') ?? target)?.getBoundingClientRect() ?? {};
          const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          const isShown = target?.checkVisibility();
          const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
          return isShown && top >= bar - 40 && (top <= bar + 120 || (isAtEnd && top < innerHeight));
        }
      },
      [anchors, isThere] as const,
    );
  for (const viewport of [VIEWPORTS.phone, VIEWPORTS.desktop]) {
    await page.setViewportSize(viewport);
    t.equal(await arrive(ANCHORS), 'arrived', `at ${viewport.width} pixels`);
  }
  for (const status of ['429', '201']) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `operations/createWidget/${status}`);
    const example = page.locator(
      '[id="operations/createWidget"] .examples > details[open] > summary',
    );
    await example.getByText(status, { exact: true }).waitFor();
    t.equal(await example.count(), 1);
  }
  await page.evaluate("location.hash = 'operations/createWidget'");
  await page.locator('#navigation a[aria-current][href="#operations/createWidget"]').waitFor();
  t.equal(await page.locator('#navigation [aria-current]').count(), 1);
  const withoutLink = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main :is(h2, h3):not(dialog *), .values > li[id], .response[id]',
      ),
    ]
      .map((one) => ({ one, id: CSS.escape(one.id.replace(/\/title$/, '')) }))
      .filter(({ one, id }) => !one.querySelector(`a[href$="${id}"]`))
      .map(({ id }) => id),
  );
  t.strictSame(withoutLink, [], 'each heading and name is a link to itself');
  for (const address of ['docs#bans', 'docs/changelog#1-0-0']) {
    await page.goto('about:blank');
    await page.goto(`${docs.origin}/${address}`);
    t.equal(
      await arrive([address.replace(/.*#/, '')], true),
      'arrived',
      `${address}, from elsewhere`,
    );
  }
});

t.test('finds with the keyboard alone whatever can be linked to', { skip }, async (t) => {
  const page = await docs.openShared();
  await page.goto(`${docs.origin}/docs`);
  const input = page.locator('#search input');
  const openSearch = async (key: string) => {
    await page.keyboard.press(key);
    await page.locator('#search input:focus').waitFor();
  };
  await page.route('**/search.json*', (route) => route.abort(), { times: 1 });
  await page.locator('.search-button').focus();
  await page.keyboard.press('/');
  await page.getByText('This could not be loaded.').waitFor();
  await openSearch('/');
  await page.keyboard.type('limit/');
  await page.keyboard.press('Escape');
  await page.locator('.search-button:focus').waitFor();

  await openSearch('Control+k');
  const first = page.locator('#search a').first();
  for (const [words, kind, anchor] of [
    ['NewWidget', 'object', 'operations/createWidget/body'],
    ['api_key_banned', 'error', 'error-api_key_banned'],
  ] as const) {
    await input.fill(words);
    const found = await first.locator('.type').first().textContent();
    t.strictSame([found, await first.getAttribute('href')], [kind, `#${anchor}`], words);
  }
  t.strictSame(await first.locator('mark').allTextContents(), ['api', 'key', 'banned']);
  await page.keyboard.press('ArrowDown');
  await page.locator('#search li:first-child a:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#error-api_key_banned$/);

  await page.goto(`${docs.origin}/docs/changelog`);
  await openSearch('Control+k');
  await input.fill('xyzzy');
  await page.getByText('Nothing found.').waitFor();
  t.match(await first.getAttribute('href'), /#out-of-scope$/, 'and still leads on');
  await input.fill('api_key_banned');
  await first.locator('mark').first().waitFor();
  // The same dialog as on the other page, where axe has much more to read.
  t.strictSame(await violations(page, 'dialog[open]'), [], 'axe');
  await input.fill('what will be missing');
  await page.locator('#search a').first().click();
  await page.waitForURL(`${docs.origin}/docs#what-will-be-missing`);
});

t.test('leads to the table of the operations, which nothing covers', { skip }, async (t) => {
  const page = await docs.openShared();
  await page.locator('.ways').getByText('Operations').click();
  const countCovered = () =>
    page.locator('.overview td').evaluateAll(
      (cells) =>
        cells.filter((cell) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return !cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length,
    );
  // To scroll there takes a moment.
  await eventually(t, countCovered, 0);
});

t.test('remembers theme and language, copies, and never scrolls sideways', { skip }, async (t) => {
  const page = await docs.openShared();
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const light = await background();
  await page.locator('.theme').click();
  const dark = await background();
  t.not(dark, light);
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await page.reload();
  t.equal(await background(), dark);
  for (const { operationId, 'x-codeSamples': samples } of OPERATIONS) {
    const section = page.locator(`[id="operations/${operationId}"]`);
    await section.locator('.samples .copy').click();
    await section.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    t.equal(copied, samples.at(-1)?.source.trimEnd());
  }
  await page.getByRole('button', { name: 'Copy as Markdown Errors', exact: true }).click();
  await page.getByRole('button', { name: 'Copied Errors', exact: true }).waitFor();
  t.match(await page.evaluate('navigator.clipboard.readText()'), /^## Errors\n/);
  const session = await page.context().newCDPSession(page);
  for (const path of ['/docs', '/docs/changelog']) {
    if (path !== '/docs') await page.goto(docs.origin + path);
    for (const width of [1440, 1180, 900, 821, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const content = await page.evaluate('document.documentElement.scrollWidth');
      t.equal(content, width, `${path} at ${width} pixels`);
      const divided = await page.locator('main :not(pre) > code:not(.long)').evaluateAll((names) =>
        names.filter((name) => {
          const line = document.createRange();
          line.selectNode(name);
          const next = name.nextSibling;
          if (/^[.,:;)]/.test(next?.textContent ?? '')) line.setEnd(next as Node, 1);
          return line.getBoundingClientRect().height > 30;
        }),
      );
      t.equal(divided.length, 0, `names that need two lines at ${width} pixels`);
    }
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    for (const width of [360, 768, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const content = await page.evaluate('document.documentElement.scrollWidth');
      t.equal(content, width, `text at 200 %, ${path} at ${width} pixels`);
    }
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  }
});

t.test('a language and a base address are chosen once, for all samples', { skip }, async (t) => {
  const PUBLIC_URL = 'https://api.example.com/v1';
  const STAGING_URL = 'https://staging.example.com/v1';
  const deployed = await openDocs({ PUBLIC_URL, STAGING_URL });
  const page = await deployed.open(t);
  const tab = page.getByRole('tab', { name: 'TypeScript' }).first();
  await tab.click();
  for (const key of ['Home', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'End']) {
    await page.keyboard.press(key);
  }
  await page.locator('[role="tab"]:focus').getByText('Python').waitFor();
  const chosen = await page.locator('[role="tab"][aria-selected="true"]').allTextContents();
  t.strictSame([...new Set(chosen)], ['Python']);
  const buttons = await page.locator('.copy').allTextContents();
  t.equal(new Set(buttons).size, buttons.length, 'a name for each button');
  t.ok(buttons.includes('Copy Add a widget, 422 Unprocessable Entity'));
  const guide = page.locator('[aria-labelledby="first-steps"]');
  const shown = await guide
    .locator('.sample:visible')
    .evaluateAll((samples) => samples.map((sample) => (sample as HTMLElement).dataset.languageOf));
  t.strictSame(shown, ['Python', 'Python'], 'in guides, too');
  t.match(await guide.textContent(), `BASE_URL=${PUBLIC_URL}`);
  await page.getByLabel('Staging').check();
  t.match(await guide.textContent(), `BASE_URL=${STAGING_URL}`);
  await page.getByLabel('This host').check();
  t.match(await guide.textContent(), `BASE_URL=${deployed.origin}/v1`);
  await page.locator('#navigation a[href="#pagination"]').click();
  // A text would be evaluated in the page, which its policy forbids.
  await page.waitForFunction(() => document.title === 'Pagination – Sample Service');
});

t.test('axe has no finding, light or dark, wide or narrow', { skip }, async (t) => {
  const page = await docs.open(t);
  // What is folded or not chosen at first.
  const folded = page.locator('summary .status-4');
  await folded.evaluateAll((all) => {
    for (const status of all) status.closest('summary')?.click();
  });
  await page.getByRole('tab', { name: 'Python' }).first().click();
  await page.locator('.samples .copy').first().click();
  await page.getByText('Copied', { exact: true }).waitFor();
  t.strictSame(await violations(page, 'html', OTHERS), [], 'all of it');
  await page.setViewportSize(VIEWPORTS.phone);
  await page.locator('.menu').click();
  t.strictSame(await violations(page, 'html', SIZES), [], 'on a phone, with the menu open');
  // Each element of the page makes it slower, also one that is not checked.
  await page.evaluate((coloured) => {
    for (const part of document.querySelectorAll('main section, main dialog')) {
      if (!part.closest(coloured) && !part.querySelector(coloured)) part.remove();
    }
  }, COLOURED);
  t.ok(await page.locator('[id="operations/getWidget"]').isVisible());
  t.strictSame(await violations(page), [], 'what is left on a phone, light');
  await page.emulateMedia({ colorScheme: 'dark' });
  t.strictSame(await violations(page, '#navigation', COLOURS), [], 'the menu, dark');
  await page.keyboard.press('Escape');
  await page.locator('#navigation').waitFor({ state: 'hidden' });
  await page.setViewportSize(VIEWPORTS.desktop);
  t.strictSame(await violations(page, COLOURED, COLOURS), [], 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  t.strictSame(await violations(page, COLOURED, COLOURS), [], 'light');
  await page.goto(`${docs.origin}/docs/changelog`);
  t.strictSame(await violations(page), [], 'changelog');
  t.strictSame(page.errors, []);
});

t.test('runs the program of the guide in a page of a listed origin alone', { skip }, async (t) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
  });
  const address = `http://127.0.0.1:${await listenOn(t, server)}`;
  const api = await openDocs({ CORS_ORIGINS: address });
  const payload = { name: 'Bolt', groupId: 7 };
  await api.send({ url: '/v1/widgets', method: 'POST', payload });
  const page = await api.open(t, { address });
  await page.addScriptTag({ content: blockOf('Browsers', 'js').code });
  const list = ({ origin }: { readonly origin: string }, key: string) =>
    page.evaluate(`listWidgets('${origin}/v1', '${key}')`).catch(String);
  const shown = page.waitForEvent('console');
  t.match(await list(api, api.key), [payload]);
  t.match((await shown).text(), /^\d+ requests left$/);
  t.match(await list(api, 'smp_x'), /401: .*"api_key_invalid"/);
  t.match(await list(docs, docs.key), 'TypeError: Failed to fetch');

  const program = `import('${api.origin}/client.js').then(async ({ createClient }) => {
    const client = createClient({ apiKey: '${api.key}', baseUrl: '${api.origin}/v1' });
    const widget = { name: 'Bolt', groupId: ${LARGEST}n };
    const { id } = await client.createWidget(widget, { 'Idempotency-Key': 'one' });
    await client.createWidget(widget, { 'Idempotency-Key': 'one' });
    const found = [];
    for await (const widget of client.listWidgets.all({ limit: 1 })) found.push(widget.groupId);
    const { groupId } = await client.getWidget({ widgetId: id });
    const error = await client.getWidget({ widgetId: 404n }).catch((reason) => reason);
    const signal = AbortSignal.abort();
    const aborted = await client.listWidgets({}, { signal }).catch((reason) => reason.name);
    const seen = [...found, groupId, error.code, Boolean(error.requestId), aborted];
    return [...seen, client.limits.limit].map(String);
  })`;
  const { headers } = await api.send({ url: '/v1/widgets' });
  const limit = String(headers['x-ratelimit-limit']);
  const wanted = ['7', LARGEST, LARGEST, 'widget_not_found', 'true', 'AbortError', limit];
  t.strictSame(await page.evaluate(program), wanted);
});
