import type { Page } from 'playwright-core';
import t from 'tap';
import { contract } from '../../generated/contract.ts';
import { openStore } from '../helper.ts';
import { noBrowser, openPage, saveScreenshot } from './browser.ts';

// The documentation page as readers see it: in a real browser, on a real port.

const skip = noBrowser;
/** How much the first visit may load: the page, and next to it styles, scripts and the icon. */
const MAX_BYTES = 120_000;
const MAX_REQUESTS = 8;

t.test('shows each operation with its stability, deprecation and samples', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await page.goto(`${origin}/docs`);
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
