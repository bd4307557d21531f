import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { contract } from '../../generated/contract.ts';
import { openStore } from '../helper.ts';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { noBrowser, openPage, saveScreenshot } from './browser.ts';

// The documentation page as readers see it: in a real browser, on a real port.

const skip = noBrowser;
const ADDRESSES = {
  PUBLIC_URL: 'https://api.example.com/v1',
  STAGING_URL: 'https://staging.example.com/v1',
};
/** How much the first visit may load. Most of it is Swagger UI. */
const MAX_BYTES = 600_000;
const noCurl = !hasCommand('curl') && process.env.CI !== 'true' && 'there is no curl here';

t.test('lets a reader try the operations with a key', { skip: skip || noCurl }, async (t) => {
  const { app, key, send } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);

  await page.goto(`${origin}/docs`);
  await authorize(page, key);

  const pet = { id: 1, name: 'Rex', categoryId: 7, status: 'available' };
  const created = await tryOut(page.locator('#operations-pets-createPet'));
  t.match(created, { status: '201', body: pet });
  t.strictSame((await send({ url: '/v1/pets' })).json(), [pet]);
  t.strictSame(await runInShell(t, created.curl), pet, 'the displayed curl command works');
  await saveScreenshot(page, 'documentation');

  const listed = await tryOut(page.locator('#operations-pets-listPets'));
  t.match(listed, { status: '200', body: [pet] });
  t.strictSame(await runInShell(t, listed.curl), [pet]);
  t.strictSame(page.errors, []);
});

t.test('shows the stability of an operation, and code samples', { skip }, async (t) => {
  const { app } = await openStore(t, ADDRESSES);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  await page.goto(`${origin}/docs`);
  await page.locator('.opblock').first().waitFor();

  t.equal(await page.title(), contract.info.title);
  t.equal(await page.locator('.topbar').count(), 0);
  const facts = (id: string) => page.locator(`#operations-${id} .badge`).allTextContents();
  t.strictSame(await facts('pets-listPets'), ['stable']);
  t.strictSame(await facts('pets-getPet'), [
    'stable',
    'deprecated, will be removed on 5 December 2030',
  ]);
  t.strictSame(await facts('orders-listOrders'), ['experimental']);
  t.strictSame(await page.locator('#servers option').allTextContents(), [
    '/v1',
    `${ADDRESSES.PUBLIC_URL} - Production`,
    `${ADDRESSES.STAGING_URL} - Staging`,
  ]);

  const operation = page.locator('#operations-pets-createPet');
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.code-samples summary').first().waitFor();
  const { paths } = (await app.inject('/openapi.json')).json();
  const samples: { source: string }[] = paths['/pets'].post['x-codeSamples'];
  t.strictSame(
    await operation.locator('.code-samples pre').allTextContents(),
    samples.map(({ source }) => source),
  );
  t.strictSame(page.errors, []);
});

t.test('loads little, and next to nothing the second time', { skip }, async (t) => {
  const { app } = await openStore(t);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  const bytes = await countBytes(page);
  await page.goto(`${origin}/docs`);
  await page.locator('.opblock').first().waitFor();
  const first = bytes();
  t.ok(first > 0 && first < MAX_BYTES, `${first} bytes`);
  await page.reload();
  await page.locator('.opblock').first().waitFor();
  const second = bytes() - first;
  t.ok(second < 5_000, `${second} bytes`);
});

async function authorize(page: Page, key: string) {
  await page.locator('.auth-wrapper .authorize').click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input').fill(key);
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('.btn-done').click();
}

/** Sends a request with the values that the page fills in. Returns what the page shows. */
async function tryOut(operation: Locator) {
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.try-out__btn').click();
  await operation.locator('.execute').click();
  const response = operation.locator('.live-responses-table tbody');
  const status = await response.locator('.response-col_status').textContent();
  const body = await response.locator('.microlight').first().textContent();
  const curl = await operation.locator('.curl-command .curl').textContent();
  return { status, body: JSON.parse(body ?? ''), curl: curl ?? '' };
}

async function runInShell(t: Test, command: string) {
  const { stdout } = await startProcess(t, ['bash', '-c', command], {}).ended;
  return JSON.parse(stdout);
}

/** Counts the bytes received, compressed and with headers. */
async function countBytes(page: Page) {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}
