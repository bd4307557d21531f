// What a reader sends with "Try it", which lives in the page alone, and what the service makes of
// it: in a browser. Tests share the page, whose loading costs more than most of them.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page, Route } from 'playwright-core';
import t from 'tap';
import { openDocs, saveScreenshot, skip, VIEWPORTS, violations } from '../../../support/browser.ts';
import { contract } from '../../../support/sample-contract.ts';
import { unlessInstalled } from '../../../support/scripts.ts';
import { eventually } from '../../../support/until.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const HIGHEST = '9223372036854775807';

const DIALOG = 'dialog[open]';

const docs = await openDocs();
const countWidgets = async () => (await docs.send({ url: '/v1/widgets?limit=100' })).json().length;

t.test('offers a field for each parameter and the body', { skip }, async (t) => {
  const page = await docs.openShared();
  await tryButton(page, 'listWidgets').click();
  await page.locator(DIALOG).waitFor();
  await closeDialog(page);
  for (const { operationId, parameters, requestBody } of contract.operations) {
    const dialog = page.locator(`dialog[id="try/${operationId}"]`);
    t.equal(await tryButton(page, operationId).count(), 1);
    const names = await dialog.locator('.field > label').allTextContents();
    const own = [...parameters.map(({ name }) => name), ...(requestBody ? ['Body'] : [])];
    t.strictSame(names, ['API key', ...own]);
  }
  const named = page.getByRole('button', { name: /^Try it: ./ });
  const labels = await named.evaluateAll((all) => all.map((one) => one.ariaLabel));
  t.equal(new Set(labels).size, contract.operations.length, 'each button has a name of its own');
});

t.test('adds a widget by keyboard alone, exactly, and then another', { skip }, async (t) => {
  const page = await docs.openShared();
  await tryButton(page, 'createWidget').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(docs.key);
  const idempotencyKey = dialog.getByLabel('Idempotency-Key');
  const firstKey = await idempotencyKey.inputValue();
  t.match(firstKey, UUID);
  await page.keyboard.press('Enter');
  await dialog.getByText('201 Created').waitFor();
  t.match(await dialog.locator('.curl').textContent(), `Idempotency-Key: ${firstKey}`);
  t.notMatch(await dialog.textContent(), docs.key, 'the key is nowhere to be read');

  const secondKey = await idempotencyKey.inputValue();
  t.match(secondKey, UUID);
  t.not(secondKey, firstKey, 'another one after a success');
  t.strictSame(await noteAt(idempotencyKey), ['New, since the last one is used.', false]);
  await dialog.getByLabel('Body').fill(`{"name": "Luna", "groupId": ${HIGHEST}}`);
  const second = await send(dialog);
  t.match(second.curl, `Idempotency-Key: ${secondKey}`);
  t.match(second.body, `"groupId": ${HIGHEST},\n`);
  t.match((await docs.send({ url: '/v1/widgets' })).body, `"groupId":${HIGHEST}`);
  t.equal(await countWidgets(), 2);
  await closeDialog(page);
  await tryButton(page, 'createWidget').and(page.locator(':focus')).waitFor();
  t.strictSame(page.errors, []);
});

t.test('shows at its field why a request is rejected, and when to retry', { skip }, async (t) => {
  const page = await docs.openShared();
  const { dialog, key } = await openDialog(page, 'listWidgets');
  await key.fill('smp_wrong');
  t.match(await send(dialog), { outcome: '401 Unauthorized: The API key is not valid.' });
  t.strictSame(await noteAt(key), ['The API key is not valid.', true]);
  await key.fill(docs.key);
  const limit = dialog.getByLabel('limit');
  await limit.fill('101');
  t.match(await send(dialog), { outcome: '400 Bad Request: limit must be at most 100.' });
  t.strictSame(await noteAt(limit), ['limit must be at most 100.', true]);
  const plan = { plan: 'enterprise', limits: { perMinute: 1, perDay: 100 } } as const;
  await key.fill((await docs.createKey(plan)).key);
  await limit.fill('1');
  t.match(await send(dialog), { outcome: /^200 OK$/ });
  t.match(await send(dialog), {
    outcome: /^429 Too Many Requests/,
    headers: /^retry-after: \d+$/m,
  });
  await closeDialog(page);

  const { body } = await openDialog(page, 'createWidget');
  await key.and(page.locator(':visible')).fill(docs.key);
  const example = await body.inputValue();
  await body.fill('{');
  t.match((await send(dialog)).outcome, '400 Bad Request');
  t.match(await noteAt(body), [/./, true]);
  await body.fill(example);
  await closeDialog(page);
});

t.test(
  'goes on to the next page, and tells at its field what no header can have',
  { skip },
  async (t) => {
    const page = await docs.openShared();
    const { dialog, key } = await openDialog(page, 'listWidgets');
    await key.fill(docs.key);
    await dialog.getByLabel('limit').fill('1');
    const first = await send(dialog);
    t.match(await dialog.locator('.spent').textContent(), /^\d+ ms, \d+ bytes$/);
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog
      .locator('.body')
      .filter({ hasNotText: first.body })
      .filter({ hasText: 'id' })
      .waitFor();
    t.not(await dialog.getByLabel('cursor').inputValue(), '');
    await closeDialog(page);

    const { idempotencyKey } = await openDialog(page, 'createWidget');
    const before = await countWidgets();
    const sendable = await idempotencyKey.inputValue();
    await idempotencyKey.fill('ключ');
    t.match((await send(page.locator(DIALOG))).outcome, /^Nothing was sent/);
    const sentence = 'Idempotency-Key must contain only ASCII characters.';
    t.strictSame(await noteAt(idempotencyKey), [sentence, true]);
    t.equal(await countWidgets(), before);
    await idempotencyKey.fill(sendable);
    await closeDialog(page);
  },
);

t.test('changes what was read, and asks before it removes it', { skip }, async (t) => {
  const page = await docs.openShared();
  const payload = { name: 'Bolt', groupId: 7 };
  const created = await docs.send({ method: 'POST', url: '/v1/widgets', payload });
  const { etag, location } = created.headers;
  const url = String(location);
  const id = url.split('/').at(-1) ?? '';
  const { dialog, key } = await openDialog(page, 'getWidget');
  await key.fill(docs.key);
  await dialog.getByLabel('widgetId').fill(id);
  await send(dialog);
  await dialog.getByLabel('If-None-Match').fill(String(etag));
  t.match(await send(dialog), { outcome: '304 Not Modified', body: '' });
  await closeDialog(page);

  const { ifMatch } = await openDialog(page, 'updateWidget');
  const confirmed = async () => {
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Change a widget', exact: true }).click();
    return sent(dialog);
  };
  t.equal(await ifMatch.inputValue(), '', 'of no other widget');
  await dialog.getByLabel('widgetId').fill(id);
  t.equal(await ifMatch.inputValue(), etag);
  t.strictSame(await noteAt(ifMatch), ['The tag of what you have read.', false]);
  const changed = await confirmed();
  t.match(changed, { outcome: '200 OK', curl: `If-Match: ${etag}` });
  const { etag: newest } = (await docs.send({ url })).headers;
  t.match([await ifMatch.inputValue(), changed.headers], [newest, `etag: ${newest}`]);
  await ifMatch.fill(String(etag));
  t.match((await confirmed()).outcome, '412 Precondition Failed');
  t.match(await noteAt(ifMatch), [/^No tag in If-Match is that of what is there now/, true]);
  t.equal(await ifMatch.inputValue(), etag, 'what the reader has chosen stays');
  await closeDialog(page);

  await openDialog(page, 'removeWidget');
  await dialog.getByLabel('widgetId').fill(id);
  const question = page.getByRole('dialog', { name: 'Remove a widget?', exact: true });
  const ask = async () => {
    await dialog.getByRole('button', { name: 'Send' }).click();
    await question.waitFor();
  };
  await ask();
  const lines = await question.locator('p').allTextContents();
  t.equal(lines[0], `widgetId ${id}. This cannot be undone.`);
  t.equal(lines[1], `The request is DELETE ${docs.origin}${url}.`);
  t.strictSame(await violations(page, '.question-dialog[open]'), []);
  await saveScreenshot(page, 'try-removal');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await ask();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  t.equal((await docs.send({ url })).statusCode, 200, 'nothing was sent');
  await ask();
  await question.getByRole('button', { name: 'Remove a widget' }).click();
  await dialog.getByText('204 No Content').waitFor();
  t.equal((await docs.send({ url })).statusCode, 404);
  await closeDialog(page);
});

t.test('sends the key of its form, and nothing that the browser knows', { skip }, async (t) => {
  const page = await docs.openShared();
  const { hostname } = new URL(docs.origin);
  const cookie = { name: 'session', value: 'of-another-page', domain: hostname, path: '/' };
  await page.context().addCookies([cookie]);
  const { dialog, key } = await openDialog(page, 'listWidgets');
  await key.fill(docs.key);
  const sending = page.waitForRequest('**/v1/widgets*');
  t.match((await send(dialog)).outcome, '200 OK');
  const headers = await (await sending).allHeaders();
  t.match(headers, { authorization: `Bearer ${docs.key}` });
  t.notOk('cookie' in headers);
  await page.context().clearCookies();
  await closeDialog(page);
});

t.test('says that there is no response, and sends the same request again', { skip }, async (t) => {
  const page = await docs.openShared();
  const before = await countWidgets();
  const { dialog, key, idempotencyKey } = await openDialog(page, 'createWidget');
  await key.fill(docs.key);
  const lose = (route: Route) => route.fetch().then(() => route.abort('connectionreset'));
  await page.route('**/v1/widgets', lose, { times: 1 });
  const firstKey = await idempotencyKey.inputValue();
  t.match((await send(dialog)).outcome, 'There is no response.');
  t.equal(await idempotencyKey.inputValue(), firstKey);
  const spoil = (route: Route) => route.fulfill({ status: 418, json: { message: null } });
  await page.route('**/v1/widgets', spoil, { times: 1 });
  t.match((await send(dialog)).outcome, /^418/);
  t.match((await send(dialog)).outcome, '201 Created');
  t.equal(await countWidgets(), before + 1, 'only one widget');
  await closeDialog(page);
});

const noShell = skip || unlessInstalled('curl');
t.test('copies a command that sends the same, without the key', { skip: noShell }, async (t) => {
  const page = await docs.openShared();
  const { dialog, key, idempotencyKey, body } = await openDialog(page, 'createWidget');
  await key.fill(docs.key);
  const name = `O'Hara's “Füchsin” 🦊 $HOME \`id\` $(id) \\n !! % @'; exit 1; '\n\tשלום\\`;
  await idempotencyKey.fill('');
  await body.fill(JSON.stringify({ name, groupId: 7 }));
  const { curl, body: shown } = await send(dialog);
  await dialog.locator('.copy').last().click();
  await dialog.getByText('Copied', { exact: true }).waitFor();
  const command = await page.evaluate<string>('navigator.clipboard.readText()');
  t.equal(command, curl);
  t.notMatch(command, docs.key);
  const env = { PATH: process.env.PATH, API_KEY: docs.key };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  const { id, ...widget } = JSON.parse(stdout.split('\r\n\r\n')[1] ?? '');
  t.strictSame({ ...JSON.parse(shown), id }, { id, ...widget });
});

t.test('sends nothing without a key, which it keeps until the page goes', { skip }, async (t) => {
  const page = await docs.openShared();
  await page.reload();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const stored = '[...Object.values(localStorage), ...Object.values(sessionStorage)].join()';
  const { dialog, key } = await openDialog(page, 'getWidget');
  await dialog.getByRole('button', { name: 'Send' }).click();
  t.notOk(await key.evaluate((field) => (field as HTMLInputElement).validity.valid));
  t.notMatch(sent.join(), '/v1/');
  await key.fill(docs.key);
  t.equal(await key.getAttribute('type'), 'password');
  await closeDialog(page);
  t.equal(await page.evaluate(`${stored} + document.cookie`), '');
  await page.reload();
  const { key: forgotten, remember } = await openDialog(page, 'createWidget');
  t.equal(await forgotten.inputValue(), '');
  await remember.check();
  await forgotten.fill('smp_wrong');
  await send(page.locator(DIALOG));
  t.equal(await page.evaluate(stored), '', 'one that does not work is not kept');
  await forgotten.fill(`Bearer ${docs.key}`);
  t.match((await send(page.locator(DIALOG))).outcome, /^201/, 'as in a header');
  await eventually(t, () => page.evaluate(stored), docs.key);
  await page.reload();
  const { key: known, remember: asked } = await openDialog(page, 'listWidgets');
  t.equal(await known.inputValue(), docs.key, 'for the tab, if the reader asks');
  await asked.uncheck();
  t.equal(await page.evaluate(stored), '');
  await asked.check();
  const { key: manager } = await docs.createKey({ scopes: contract.scopes });
  await known.fill(manager);
  t.match((await send(page.locator(DIALOG))).outcome, /^200/);
  await dialog.getByText('This key can manage keys, so it is not remembered.').waitFor();
  t.equal(await asked.isChecked(), false);
  t.equal(await page.evaluate(`${stored} + document.cookie`), '');
  await asked.check();
  await page.route('**/v1/account', (route) => route.abort(), { times: 1 });
  t.match((await send(page.locator(DIALOG))).outcome, /^200/);
  await dialog.getByText('This key could not be looked up, so it is not remembered.').waitFor();
  t.equal(await page.evaluate(stored), '');
  await closeDialog(page);
});

t.test('fills in no id of what a request would change, and asks first', { skip }, async (t) => {
  const page = await docs.openShared();
  const { key } = await docs.createKey({ scopes: contract.scopes });
  const payload = { name: 'Checkout' };
  const made = await docs.send({ url: '/v1/account/keys', method: 'POST', key, payload });
  const { id, key: other } = made.json();
  for (const { operationId, method, parameters } of contract.operations) {
    const fields = page.locator(`dialog[id="try/${operationId}"] [data-in="path"]`);
    const values = await fields.evaluateAll((all) => all.map((one) => 'value' in one && one.value));
    const ofExisting = parameters.some((one) => one.in === 'path');
    t.equal(values.every(Boolean), method === 'GET' || !ofExisting, `${operationId}: ${values}`);
    const question = page.locator(`dialog[id="try/${operationId}/question"]`);
    t.equal(await question.count(), method !== 'GET' && ofExisting ? 1 : 0, operationId);
  }

  for (const [operationId, summary, outcome] of [
    ['rotateKey', 'Rotate an API key', /^201/],
    ['revokeKey', 'Revoke an API key', /^204/],
  ] as const) {
    const { dialog, key: field } = await openDialog(page, operationId);
    t.match(await dialog.locator('.curl').textContent(), '/account/keys/{keyId}');
    await field.fill(key);
    await dialog.getByLabel('keyId').fill(String(id));
    await dialog.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: `${summary}?` });
    t.match(await question.textContent(), `keyId ${id}. This`);
    await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'hidden' });
    t.equal(await dialog.locator('.outcome').textContent(), '', 'nothing was sent');
    t.equal((await docs.send({ url: '/v1/widgets', key: other })).statusCode, 200);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: summary }).click();
    await dialog.locator('.outcome', { hasText: outcome }).waitFor();
    await closeDialog(page);
  }
});

t.test('axe has no finding in a dialog, light or dark, wide or narrow', { skip }, async (t) => {
  const page = await docs.openShared();
  // What is behind them was checked above, and takes time each time.
  await page.locator('.try[data-operation="createWidget"]').evaluate((button) => {
    const dialog = document.getElementById('try/createWidget');
    document.querySelector('main')?.replaceChildren(button, ...(dialog ? [dialog] : []));
  });
  const { dialog, key } = await openDialog(page, 'createWidget');
  await key.fill('smp_wrong');
  t.match(await send(dialog), { outcome: /^401 / });
  t.strictSame(await violations(page, DIALOG), [], 'a rejected request');
  await key.fill(docs.key);
  t.match(await send(dialog), { outcome: /^201 / });
  for (const [name, colorScheme] of [
    ['desktop', 'light'],
    ['phone', 'dark'],
    ['zoomed', 'light'],
  ] as const) {
    await page.setViewportSize(VIEWPORTS[name]);
    await page.emulateMedia({ colorScheme });
    t.strictSame(await violations(page, DIALOG), [], `${name}, ${colorScheme}`);
    await saveScreenshot(page, `try-${name}-${colorScheme}`);
  }
});

/** What opens the dialog for an operation. */
const tryButton = (page: Page, operationId: string) =>
  page.locator(`.try[data-operation="${operationId}"]`);

/** Closes the dialog, and waits: its events come after the key is pressed. */
async function closeDialog(page: Page) {
  await page.keyboard.press('Escape');
  await page.locator(DIALOG).waitFor({ state: 'detached' });
}

/** Opens the dialog for an operation, and finds its fields. */
async function openDialog(page: Page, operationId: string) {
  await tryButton(page, operationId).click();
  const dialog = page.locator(DIALOG);
  await dialog.waitFor();
  return {
    dialog,
    key: dialog.getByLabel('API key', { exact: true }),
    remember: dialog.getByLabel('Remember the key'),
    idempotencyKey: dialog.getByLabel('Idempotency-Key'),
    ifMatch: dialog.getByLabel('If-Match'),
    body: dialog.getByLabel('Body'),
  };
}

/** Sends the request, and returns what the dialog shows of it and of its response. */
async function send(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Send' }).click();
  return sent(dialog);
}

async function sent(dialog: Locator) {
  const outcome = dialog.locator('.outcome');
  await outcome.filter({ hasNotText: /^(?:Sending …)?$/ }).waitFor();
  const text = async (selector: string) => (await dialog.locator(selector).textContent()) ?? '';
  return {
    outcome: await text('.outcome'),
    curl: await text('.curl'),
    headers: await text('.headers'),
    body: await text('.body'),
  };
}

/** What is said at a field, and whether its value is said to be wrong. */
async function noteAt(field: Locator) {
  const id = await field.getAttribute('aria-describedby');
  const note = await field.page().locator(`[id="${id}"]`).textContent();
  return [note, (await field.getAttribute('aria-invalid')) === 'true'] as const;
}
