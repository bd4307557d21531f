import t from 'tap';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  hasFocus,
  idempotencyKey,
  keyField,
  openDialog,
  openDocs,
  problemOf,
  send,
  sendButton,
} from './try-dialog.ts';

// "Try it" in a real browser, where a request cannot be sent, or gets no response.

const skip = noBrowser;

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
