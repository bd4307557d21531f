import t from 'tap';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  idempotencyKey,
  openDialog,
  openDocs,
  response,
  sendButton,
  tabTo,
  tryButton,
} from './try-dialog.ts';

// "Try it" in a real browser: what a form has, and what it creates.

const skip = noBrowser;
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const HIGHEST = '9223372036854775807';

t.test('loads nothing before a reader wants to try', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.reload();
  await page.waitForLoadState('networkidle');
  const onDemand = () => loaded.filter((path) => /try\.js|openapi/.test(path));
  t.strictSame(onDemand(), []);
  await openDialog(page, 'listPets');
  t.strictSame(
    onDemand(),
    ['/docs/static/try.js', '/openapi.json'],
    'and then the dialog and the contract',
  );
});

t.test('has values only where one is required', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const valuesOf = async (operationId: string) => {
    const dialog = await openDialog(page, operationId);
    const names = await dialog.locator('.try-field > label:first-child').allTextContents();
    const values = names.map((name) => dialog.getByLabel(name, { exact: true }).inputValue());
    const found = Object.fromEntries(
      (await Promise.all(values)).map((value, i) => [names[i], value]),
    );
    await page.keyboard.press('Escape');
    return found;
  };
  const none = { 'API key': '', limit: '', cursor: '', status: '' };
  t.strictSame(await valuesOf('listPets'), none);
  t.strictSame(await valuesOf('listOrders'), none);
  t.strictSame(await valuesOf('getPet'), { 'API key': '', petId: '42' });
  t.match(await valuesOf('createPet'), {
    'API key': '',
    'Idempotency-Key': UUID,
    Body: '{\n  "name": "Rex",\n  "categoryId": 7\n}',
  });
});

t.test('creates an animal by keyboard alone, and then another', { skip }, async (t) => {
  const { page, key, send: request } = await openDocs(t);
  const dialog = page.getByRole('dialog');
  await tryButton(page, 'createPet').focus();
  await page.keyboard.press('Enter');
  await sendButton(dialog).waitFor();
  await page.keyboard.type(key);
  await tabTo(sendButton(dialog));
  const firstKey = await idempotencyKey(dialog).inputValue();
  await page.keyboard.press('Enter');
  const first = await response(dialog);
  t.equal(first.status, '201 Created');
  t.match(first.request, `Idempotency-Key: ${firstKey}`);
  t.notMatch(await dialog.textContent(), key, 'the key is nowhere to be read');
  await saveScreenshot(page, 'try-created');

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type(`{"name": "Luna", "categoryId": ${HIGHEST}}`);
  const secondKey = await idempotencyKey(dialog).inputValue();
  t.match(secondKey, UUID);
  t.not(secondKey, firstKey);
  await page.keyboard.press('Control+Enter');
  await dialog.getByText('"Luna"').first().waitFor();
  const second = await response(dialog);
  t.equal(second.status, '201 Created');
  t.equal(
    second.body,
    `{\n  "id": 2,\n  "name": "Luna",\n  "categoryId": ${HIGHEST},\n  "status": "available"\n}`,
  );
  t.match((await request({ url: '/v1/pets' })).body, `"categoryId":${HIGHEST}`);
});
