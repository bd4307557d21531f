import t from 'tap';
import { noBrowser } from './browser.ts';
import { keyField, openDialog, openDocs, send } from './try-dialog.ts';

// "Try it" in a real browser: what of a form is sent, and what is shown of the response.

const skip = noBrowser;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HIGHEST = '9223372036854775807';

t.test('shows time, limits and headers of a response', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  const dialog = await openDialog(page, 'listPets');
  await keyField(dialog).fill(key);
  const shown = await send(dialog);
  t.match(shown.summary, /^200 OK in \d+ ms$/);
  t.equal(shown.body, '[]');
  t.match(shown.limits[0], /^minute: 999 of 1,000 left, renewed in \d+ s$/);
  t.match(shown.limits[1], /^day: 99,999 of 100,000 left, renewed in 24 h$/);
  t.match(shown.headers, {
    'content-type': 'application/json',
    'x-request-id': UUID,
    ratelimit: /^"minute";r=999/,
  });
});

t.test('sends what is chosen, in the query and in the path', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  let dialog = await openDialog(page, 'listPets');
  await keyField(dialog).fill(key);
  await dialog.getByLabel('limit').fill('5');
  await dialog.getByLabel('status').selectOption('sold');
  t.match((await send(dialog)).request, /\/v1\/pets\?limit=5&status=sold\n/);
  await page.keyboard.press('Escape');

  dialog = await openDialog(page, 'getPet');
  t.match(
    await dialog.textContent(),
    'It will be removed on 5 December 2030. Use listPets instead.',
  );
  await dialog.getByLabel('petId').fill(HIGHEST);
  const missing = await send(dialog);
  t.equal(missing.status, '404 Not Found');
  t.match(missing.summary, `No animal has the id ${HIGHEST}.`);
  t.match(missing.request, new RegExp(`/v1/pets/${HIGHEST}\\n`));
  await dialog.getByLabel('petId').fill('a/b?c#d');
  t.match((await send(dialog)).request, '/v1/pets/a%2Fb%3Fc%23d\n');
  await page.keyboard.press('Escape');

  dialog = await openDialog(page, 'listOrders');
  t.match(await dialog.textContent(), 'This operation is experimental: it may change');
  t.equal((await send(dialog)).status, '200 OK');
});
