import type { Locator } from 'playwright-core';
import t from 'tap';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  bodyField,
  hasFocus,
  idempotencyKey,
  keyField,
  openDialog,
  openDocs,
  send,
  sendButton,
} from './try-dialog.ts';

// "Try it" in a real browser, where a request is rejected, cannot be sent, or gets no response.

const skip = noBrowser;

t.test('shows at its field why a request is rejected', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  let dialog = await openDialog(page, 'listPets');
  const anonymous = await send(dialog);
  t.equal(anonymous.status, '401 Unauthorized');
  t.match(anonymous.summary, 'The API key is missing');
  t.match(await problemOf(keyField(dialog)), 'The API key is missing');
  await keyField(dialog).fill('ask_wrong');
  t.equal(await problemOf(keyField(dialog)), '', 'until it is changed');
  t.match(await send(dialog), { status: '401 Unauthorized', summary: /is not valid/ });

  await keyField(dialog).fill(key);
  await dialog.getByLabel('limit').fill('101');
  const invalid = await send(dialog);
  t.equal(invalid.status, '400 Bad Request');
  t.match(invalid.summary, 'limit must be at most 100.');
  t.equal(await problemOf(dialog.getByLabel('limit')), 'limit must be at most 100.');
  await saveScreenshot(page, 'try-rejected');
  await dialog.getByLabel('limit').fill('');
  t.equal((await send(dialog)).status, '200 OK');
  await page.keyboard.press('Escape');

  dialog = await openDialog(page, 'createPet');
  await idempotencyKey(dialog).fill('x'.repeat(256));
  t.match(await send(dialog), { status: '400 Bad Request' });
  t.match(await problemOf(idempotencyKey(dialog)), /at most 255 characters/);
  await dialog.getByRole('button', { name: 'Remove key' }).click();
  t.equal(await problemOf(idempotencyKey(dialog)), '');
  for (const body of ['{"name": "Rex"}', '{', '', '{"name": "", "categoryId": 7}']) {
    await bodyField(dialog).fill(body);
    t.match(await send(dialog), { status: '400 Bad Request' });
    t.not(await problemOf(bodyField(dialog)), '', body);
  }
  await bodyField(dialog).fill('{"name": "Rex", "categoryId": 7}');
  t.notMatch((await send(dialog)).request, /Idempotency-Key/);
  t.equal(await idempotencyKey(dialog).inputValue(), '', 'what is removed stays away');
});

t.test('shows when to try again', { skip }, async (t) => {
  const { page, createKey } = await openDocs(t);
  const limits = { perMinute: 1, perDay: 100 };
  const { key } = await createKey({ plan: 'enterprise', limits });
  const dialog = await openDialog(page, 'listPets');
  await keyField(dialog).fill(key);
  t.match((await send(dialog)).limits[0], /^minute: 0 of 1 left/);
  const rejected = await send(dialog);
  t.equal(rejected.status, '429 Too Many Requests');
  t.match(rejected.headers['retry-after'], /^\d+$/);
  t.match(rejected.summary, /limit.*Try again in \d+ s\.$/);
  await saveScreenshot(page, 'try-limited');
});

t.test('sends nothing that would be another request', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  let dialog = await openDialog(page, 'getPet');
  sent.length = 0;
  const petId = dialog.getByLabel('petId');
  for (const [value, problem] of [
    ['', 'petId is required.'],
    ['.', 'petId must not be .'],
    ['..', 'petId must not be ..'],
  ] as const) {
    await petId.fill(value);
    await sendButton(dialog).click();
    t.equal(await problemOf(petId), problem);
    t.match(await dialog.locator('.try-first-lines').textContent(), `Nothing was sent.${problem}`);
    t.ok(await hasFocus(petId));
  }
  await petId.fill('1');
  await keyField(dialog).fill('ключ');
  await sendButton(dialog).click();
  t.match(await problemOf(keyField(dialog)), /characters that a header cannot have/);
  await keyField(dialog).fill(` ${key} `);
  await page.keyboard.press('Escape');

  dialog = await openDialog(page, 'createPet');
  t.equal(await keyField(dialog).inputValue(), key, 'without the blanks');
  sent.length = 0;
  await idempotencyKey(dialog).fill('eins\u{1f436}');
  await sendButton(dialog).click();
  t.match(await problemOf(idempotencyKey(dialog)), /characters that a header cannot have/);
  t.strictSame(sent, []);
});

t.test('says that there is no response, and sends the same request again', { skip }, async (t) => {
  const { page, key, send: request } = await openDocs(t);
  const dialog = await openDialog(page, 'createPet');
  await keyField(dialog).fill(key);
  await page.route('**/v1/pets', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const firstKey = await idempotencyKey(dialog).inputValue();
  await sendButton(dialog).click();
  await dialog.getByText('There is no response: the connection failed.').waitFor();
  await saveScreenshot(page, 'try-no-response');
  await page.unroute('**/v1/pets');
  t.equal(await idempotencyKey(dialog).inputValue(), firstKey);
  t.equal((await send(dialog)).status, '201 Created');
  t.equal((await request({ url: '/v1/pets' })).json().length, 1, 'only one animal');
});

t.test('says that the contract cannot be loaded', { skip }, async (t) => {
  const { page } = await openDocs(t);
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }));
  openDialog(page, 'listPets').catch(() => undefined);
  await page.getByRole('alert').waitFor();
  t.match(await page.getByRole('alert').textContent(), 'The service returned 503.');
  await page.keyboard.press('Escape');
  await page.unroute('**/openapi.json');
  await openDialog(page, 'listPets');
});

/** What is said to be wrong with a field's value. */
async function problemOf(field: Locator) {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const problem = field.page().locator(`#${ids.split(' ').at(-1)}`);
  const text = (await problem.textContent()) ?? '';
  const isInvalid = (await field.getAttribute('aria-invalid')) === 'true';
  return isInvalid === (text !== '') ? text : `aria-invalid is ${isInvalid}`;
}
