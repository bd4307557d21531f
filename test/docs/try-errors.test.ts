import t from 'tap';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  bodyField,
  idempotencyKey,
  keyField,
  openDialog,
  openDocs,
  problemOf,
  send,
} from './try-dialog.ts';

// "Try it" in a real browser, where a request is rejected.

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
  t.match(rejected.summary, /limit of 1 per minute.*Retry-After: \d+ seconds$/);
  await saveScreenshot(page, 'try-limited');
});
