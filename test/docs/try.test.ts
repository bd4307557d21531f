import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Route } from 'playwright-core';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openDocs, saveScreenshot, skip, VIEWPORTS } from './browser.ts';
import { unlessInstalled } from './tools.ts';
import { fieldsOf, openDialog, problemOf, response, send, tryButton } from './try-dialog.ts';

// "Try it" in a real browser: what a reader sends, and what the service makes of it.

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const HIGHEST = '9223372036854775807';
const STAGING_URL = 'https://staging.example.com/v1';

const docs = await openDocs({ STAGING_URL });
const hasFocus = async (node: Locator) =>
  (await node.and(node.page().locator(':focus')).count()) === 1;
const countPets = async () => (await docs.send({ url: '/v1/pets?limit=100' })).json().length;

t.test('loads on demand a form with values only where they are required', { skip }, async (t) => {
  const page = await docs.open();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }), { times: 1 });
  await tryButton(page, 'listPets').click();
  await page.getByRole('alert').getByText('The service returned 503.').waitFor();
  t.strictSame(loaded, ['/docs/static/try.js', '/openapi.json']);
  await page.keyboard.press('Escape');
  for (const { operationId, parameters, requestBody } of contract.operations) {
    const { dialog } = await openDialog(page, operationId);
    const names = await dialog.locator('.try-field > label:first-child').allTextContents();
    const own = [...parameters.map(({ name }) => name), ...(requestBody ? ['Body'] : [])];
    t.strictSame(names, ['Base address', 'API key', ...own]);
    for (const { name, required = false } of parameters) {
      const value = await dialog.getByLabel(name, { exact: true }).inputValue();
      t.equal(value !== '', required || name === 'Idempotency-Key', `${operationId}: ${name}`);
    }
    await page.keyboard.press('Escape');
  }
});

t.test('adds an animal by keyboard alone, exactly, and then another', { skip }, async (t) => {
  const page = await docs.open();
  const dialog = page.getByRole('dialog');
  const { key, idempotencyKey, body } = fieldsOf(dialog);
  await tryButton(page, 'createPet').focus();
  await page.keyboard.press('Enter');
  await key.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(docs.key);
  const firstKey = await idempotencyKey.inputValue();
  t.match(firstKey, UUID);
  await page.keyboard.press('Control+Enter');
  const first = await response(dialog);
  t.match(first, { status: '201 Created', request: `Idempotency-Key: ${firstKey}` });
  t.notMatch(await dialog.textContent(), docs.key, 'the key is nowhere to be read');

  await body.fill(`{"name": "Luna", "categoryId": ${HIGHEST}}`);
  const secondKey = await idempotencyKey.inputValue();
  t.match(secondKey, UUID);
  t.not(secondKey, firstKey, 'another one after a success');
  await page.keyboard.press('Control+Enter');
  t.match((await response(dialog)).body, `"categoryId": ${HIGHEST},\n`);
  t.match((await docs.send({ url: '/v1/pets' })).body, `"categoryId":${HIGHEST}`);
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await dialog.locator(':focus').count()) !== 1) t.fail('Tab leads out of the dialog');
  }
  await page.keyboard.press('Escape');
  t.ok(await hasFocus(tryButton(page, 'createPet')), 'the focus comes back');
  t.strictSame(page.errors, []);
});

t.test('shows at its field why a request is rejected, and when to retry', { skip }, async (t) => {
  const page = await docs.open();
  const { dialog, key } = await openDialog(page, 'listPets');
  t.equal((await send(dialog)).status, '401 Unauthorized');
  t.match(await problemOf(key), 'The API key is missing');
  await key.fill(docs.key);
  t.equal(await problemOf(key), '', 'until it is changed');
  const limit = dialog.getByLabel('limit');
  await limit.fill('101');
  t.match(await send(dialog), { status: '400 Bad Request', summary: 'limit must be at most 100.' });
  t.equal(await problemOf(limit), 'limit must be at most 100.');
  const plan = { plan: 'enterprise', limits: { perMinute: 1, perDay: 100 } } as const;
  await key.fill((await docs.createKey(plan)).key);
  await limit.fill('1');
  t.equal((await send(dialog)).status, '200 OK');
  const limited = await send(dialog);
  t.match(limited, { status: '429 Too Many Requests', summary: /Retry-After: \d+ seconds$/ });
  await page.keyboard.press('Escape');

  const { body } = await openDialog(page, 'createPet');
  await key.fill(docs.key);
  for (const text of ['{', '', '{"name": "", "categoryId": 7}']) {
    await body.fill(text);
    t.equal((await send(dialog)).status, '400 Bad Request');
    t.not(await problemOf(body), '', text);
  }
  await saveScreenshot(page, 'try-rejected');
});

t.test('keeps a key until the page goes, or the tab if the reader asks', { skip }, async (t) => {
  const page = await docs.open();
  const stored = '[...Object.values(localStorage), ...Object.values(sessionStorage)].join()';
  const { key, remember } = await openDialog(page, 'listPets');
  await key.fill(docs.key);
  await page.keyboard.press('Escape');
  await openDialog(page, 'createPet');
  t.equal(await key.inputValue(), docs.key, 'for the next operation too');
  t.equal(await key.getAttribute('type'), 'password');
  t.equal(await page.evaluate(`${stored} + document.cookie`), '');
  await page.reload();
  await openDialog(page, 'createPet');
  t.equal(await key.inputValue(), '');
  await remember.check();
  await key.fill(docs.key);
  await page.reload();
  await openDialog(page, 'listPets');
  t.equal(await key.inputValue(), docs.key);
  await remember.uncheck();
  t.equal(await page.evaluate(stored), '');
});

t.test('sends nothing that would be another request', { skip }, async (t) => {
  const page = await docs.open();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const { dialog, key, idempotencyKey, send: button } = await openDialog(page, 'getPet');
  const petId = dialog.getByLabel('petId');
  for (const [field, value, problem] of [
    [petId, '', 'petId is required.'],
    [petId, '..', 'petId must not be ..'],
    [key, 'ключ', /characters that a header cannot have/],
  ] as const) {
    await field.fill(value);
    await button.click();
    t.match(await problemOf(field), problem);
  }
  t.ok(await hasFocus(key), 'the first that is wrong');
  await page.keyboard.press('Escape');
  await openDialog(page, 'createPet');
  await idempotencyKey.fill('🐶');
  await button.click();
  t.match(await problemOf(idempotencyKey), /characters that a header cannot have/);
  t.notMatch(sent.join(), '/v1/');
});

t.test('says that there is no response, and sends the same request again', { skip }, async (t) => {
  const page = await docs.open();
  await page.setViewportSize(VIEWPORTS.phone);
  const before = await countPets();
  const { dialog, key, idempotencyKey } = await openDialog(page, 'createPet');
  await key.fill(docs.key);
  const lose = (route: Route) => route.fetch().then(() => route.abort('connectionreset'));
  await page.route('**/v1/pets', lose, { times: 1 });
  const firstKey = await idempotencyKey.inputValue();
  await fieldsOf(dialog).send.click();
  await dialog.getByText('There is no response: the connection failed.').waitFor();
  t.equal(await idempotencyKey.inputValue(), firstKey);
  t.equal((await send(dialog)).status, '201 Created');
  t.equal(await countPets(), before + 1, 'only one animal');
  const { y = -1 } = (await dialog.locator('.try-status').boundingBox()) ?? {};
  t.ok(y > 0 && y < VIEWPORTS.phone.height, 'the response comes into sight');
});

const noShell = skip || unlessInstalled('curl');
t.test('copies a command that sends the same, without the key', { skip: noShell }, async (t) => {
  const page = await docs.open();
  const { dialog, key, body, send: button } = await openDialog(page, 'createPet');
  const copy = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).click();
    await dialog.getByText('Copied.').first().waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  };
  const run = async (command: string, settings = {}) => {
    const env = { PATH: process.env.PATH, ...settings };
    return JSON.parse((await promisify(execFile)('sh', ['-c', command], { env })).stdout);
  };
  const name = `O'Hara's “Füchsin” 🦊 $HOME \`id\` $(id) \\n !! % @'; exit 1; '\n\tשלום\\`;
  await body.fill(JSON.stringify({ name, categoryId: 7 }));
  await key.fill(docs.key);
  const command = await copy('Copy curl');
  t.notMatch(command, docs.key);
  t.match(await run(command, { API_KEY: docs.key }), { name, categoryId: 7 });
  await body.fill('@/etc/hostname');
  t.match(await run(await copy('Copy curl with the key')), { code: 'invalid_json' });
  // The policy of the page allows no other address.
  await dialog.getByLabel('Base address').selectOption(STAGING_URL);
  t.ok(await button.isDisabled());
  t.match(await copy('Copy curl'), `curl '${STAGING_URL}/pets'`);
});
