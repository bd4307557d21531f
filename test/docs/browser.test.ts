import type { Page } from 'playwright-core';
import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { openStore } from '../helper.ts';
import { noBrowser, openDocs, openPage, saveScreenshot } from './browser.ts';

// The documentation page as readers see it: in a real browser, on a real port.

const skip = noBrowser;
/** How much the first visit may load: the page, and next to it styles, scripts and the icon. */
const MAX_BYTES = 120_000;
const MAX_REQUESTS = 8;

t.test('shows each operation with its stability, deprecation and samples', { skip }, async (t) => {
  const { page } = await openDocs(t);
  t.equal(await page.title(), contract.info.title);

  const labels = (id: string) => page.locator(`[id="operations/${id}"] .labels`).innerText();
  t.equal((await labels('listPets')).trim(), 'stable');
  t.match(
    (await labels('getPet')).replaceAll(/\s+/g, ' '),
    'stable deprecated Will be removed on 5 December 2030. Use listPets instead.',
  );
  t.equal((await labels('listOrders')).trim(), 'experimental');
  for (const item of Object.values(contract.paths)) {
    for (const { operationId, 'x-codeSamples': samples } of operationsOf(item)) {
      t.strictSame(
        await page.locator(`[id="operations/${operationId}"] .sample code`).allTextContents(),
        samples.map(({ source }) => source.trimEnd()),
      );
    }
  }
  t.strictSame(page.errors, []);
  await saveScreenshot(page, 'documentation');
});

t.test('loads little, and next to nothing the second time', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  const loaded = await countLoaded(page);
  await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });
  const first = loaded();
  t.ok(first.bytes > 0 && first.bytes <= MAX_BYTES, `${first.bytes} bytes`);
  t.ok(first.requests <= MAX_REQUESTS, `${first.requests} requests`);
  await page.reload({ waitUntil: 'networkidle' });
  const second = loaded().bytes - first.bytes;
  t.ok(second < 5_000, `${second} bytes`);
});

t.test('shifts nothing and is never busy for long', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await slowDown(page);
  await page.addInitScript(observe);
  await page.goto(`${origin}/docs`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 5_000);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  t.equal(Number(seen.shift.toFixed(3)), 0);
  // How long anything takes depends on what else this machine does.
  t.comment(`largest contentful paint after ${seen.paintMs} ms`);
  t.comment(`long tasks after load: ${seen.longTasksMs.join(', ') || 'none'}`);
});

interface Seen {
  paintMs: number;
  shift: number;
  longTasksMs: number[];
}

/** Runs in the page, before anything else. */
function observe() {
  const seen: Seen = { paintMs: 0, shift: 0, longTasksMs: [] };
  Object.assign(window, { seen });
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.paintMs = Math.round(startTime);
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', ({ startTime, duration }) => {
    const [navigation] = performance.getEntriesByType('navigation');
    const { loadEventEnd = 0 } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>;
    if (loadEventEnd > 0 && startTime > loadEventEnd) seen.longTasksMs.push(duration);
  });
}

/** A network of 1.6 Mbit/s with 150 ms to the service, and a processor that takes four times as long. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

interface Sampled {
  readonly operationId: string;
  readonly 'x-codeSamples': readonly { readonly source: string }[];
}

function operationsOf(item: object): Sampled[] {
  return Object.values(item).filter((one) => 'operationId' in one);
}

/** Counts requests, and the bytes received, compressed and with headers. */
async function countLoaded(page: Page) {
  let bytes = 0;
  let requests = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  return () => ({ bytes, requests });
}
