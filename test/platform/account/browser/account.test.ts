// What a customer does with the page of the account, which draws all that it shows: in a browser.

import type { Page } from 'playwright-core';
import t from 'tap';
import { dayOf } from '../../../../src/platform/database/index.ts';
import { createKey } from '../../../../src/platform/keys/index.ts';
import { openDocs, saveScreenshot, skip, VIEWPORTS, violations } from '../../../support/browser.ts';
import { keysOf } from '../../../support/key-rules.ts';
import { addOldKeys } from '../../../support/old-keys.ts';
import { contract } from '../../../support/sample-contract.ts';
import type { Database } from '../../../support/service-database.ts';
import { eventually } from '../../../support/until.ts';

const CONTACT = {
  name: 'Ada & Co',
  url: 'https://example.com/help?a=1&b=2',
  email: 'ada@example.com',
};
const docs = await openDocs({
  CONTACT_NAME: CONTACT.name,
  CONTACT_URL: CONTACT.url,
  CONTACT_EMAIL: CONTACT.email,
});
const address = `${docs.origin}/docs/account`;
const DAY_MS = 86_400_000;
/** Each width, and both colour schemes. No colour depends on the width. */
const LOOKS = [
  ['desktop', 'light', VIEWPORTS.desktop],
  ['tablet', 'dark', { width: 820, height: 1180 }],
  ['phone', 'light', VIEWPORTS.phone],
  ['zoomed', 'dark', VIEWPORTS.zoomed],
] as const;

/** Opens the page with a key. */
async function openAccount(page: Page, key: string) {
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Show the account' }).click();
}

/** Usage of the days before, with errors of both kinds. */
async function addHistory({ client }: Database, apiKeyId: bigint) {
  const operations = [
    'listWidgets',
    'createWidget',
    'getWidget',
    'listShipments',
    'getAccount',
    'listKeys',
  ];
  for (const [i, operation] of operations.entries()) {
    for (let days = 1; days < 29; days += 1 + (i % 3)) {
      const day = dayOf(Date.now() - days * DAY_MS);
      const requests = 100 + ((days * 37) % 160) - i * 12;
      const errors = { clientErrors: days % 9, serverErrors: days % 4 };
      const usage = { apiKeyId, day, operation, requests, ...errors };
      await client.keyUsage.create({ data: { ...usage, lastUsedAt: new Date() } });
    }
  }
}

const stored = '[...Object.values(localStorage), ...Object.values(sessionStorage)].join()';

t.test(
  'a customer makes a key, uses it, sees the use, rotates and revokes it',
  { skip },
  async (t) => {
    const page = await docs.open(t, { address });
    const origins = new Set<string>();
    const daysRead = new Set<number>();
    page.on('request', (request) => {
      const { origin, pathname, searchParams } = new URL(request.url());
      origins.add(origin);
      if (pathname !== '/v1/account/usage') return;
      const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''));
      daysRead.add((Number(to) - Number(from)) / DAY_MS + 1);
    });
    const { key: manager } = await docs.createKey({
      name: "Ada's shop",
      plan: 'pro',
      keyName: 'Manager',
      scopes: contract.scopes,
    });
    await page.getByLabel('Remember the key').check();
    await openAccount(page, manager);
    await page.getByText("Ada's shop").waitFor();
    await page.getByText('pro: 300 requests per minute, 10,000 per day').waitFor();
    await page.getByText('so it is not remembered').waitFor();
    t.equal(
      await page.evaluate(`${stored} + document.cookie`),
      '',
      'one that makes keys is not kept',
    );
    await page.getByText(/^\d+ of 300 requests left this minute$/).waitFor();
    await page.getByText(/^9,99\d of 10,000 requests left this day$/).waitFor();

    // It makes a key, which is shown once.
    await page.getByRole('button', { name: 'Create a key' }).focus();
    await page.keyboard.press('Enter');
    const create = page.getByRole('dialog', { name: 'Create a key' });
    await create.getByLabel('Name').fill('Checkout');
    await create.getByLabel('widgets:write').uncheck();
    t.strictSame(await violations(page, 'dialog[open]'), [], 'while it is made');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    const key = (await shown.locator('.secret').textContent()) ?? '';
    t.match(key, /^smp_\w{38}$/);
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByText('Copied', { exact: true }).waitFor();
    t.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    t.strictSame(await violations(page, 'dialog[open]'), [], 'while it is shown');
    await shown.getByRole('button', { name: 'I have stored it: close' }).click();
    // The dialog's `close` event, which removes it, comes after the click.
    await eventually(t, async () => (await page.content()).includes(key), false);
    const rows = page.locator('.keys-table tbody tr');
    await rows.nth(1).waitFor();
    t.match(await rows.allTextContents(), [
      /^Manager \(this key\) smp_.*active.*account:write/,
      /^Checkout smp_.*activewidgets:read, shipments:read, account:read.*never/,
    ]);

    // It uses the key, and sees that.
    for (const url of ['/v1/widgets', '/v1/widgets?limit=x']) await docs.send({ url, key });
    t.equal(
      (await docs.send({ url: '/v1/widgets', method: 'POST', payload: {}, key })).statusCode,
      403,
    );
    const usages = (operation = 'listWidgets') =>
      docs.database.client.keyUsage.findMany({ where: { operation } });
    await eventually(t, async () => (await usages())[0]?.requests, 2n);
    await eventually(t, async () => (await usages('createWidget'))[0]?.requests, 1n);
    await addHistory(docs.database, (await usages())[0]?.apiKeyId ?? 0n);
    await page.getByRole('button', { name: 'Show the account' }).click();
    const usage = page.locator('.usage-table tbody tr');
    await usage.filter({ hasText: /listWidgets210$/ }).waitFor();
    await usage.filter({ hasText: /createWidget110$/ }).waitFor();
    await page.locator('.plot canvas').waitFor();
    const legend = await page.locator('.legend li').allTextContents();
    const mostUsed = ['listWidgets', 'listShipments', 'createWidget', 'getAccount'];
    t.strictSame(legend, [...mostUsed, 'other operations', '4xx', '5xx']);
    t.strictSame([...daysRead], [30]);

    await t.test('axe has no finding, light or dark, wide or narrow', async (t) => {
      for (const [name, colorScheme, viewport] of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        t.strictSame(await violations(page), [], `${name}, ${colorScheme}`);
        await saveScreenshot(page, `account-${name}-${colorScheme}`, { fullPage: true });
        const overflow = 'document.documentElement.scrollWidth - innerWidth';
        t.ok(Number(await page.evaluate(overflow)) <= 0, `${name} scrolls in one direction`);
      }
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    // It rotates and revokes it, after a question.
    await page.getByRole('button', { name: /^Rotate Checkout/ }).click();
    const rotate = page.getByRole('dialog', { name: 'Rotate a key' });
    t.strictSame(await violations(page, 'dialog[open]'), [], 'while it is rotated');
    await rotate.getByRole('button', { name: 'Rotate' }).click();
    await shown.getByRole('button', { name: 'Copy' }).click();
    await shown.getByText('Copied', { exact: true }).waitFor();
    await shown.getByRole('button', { name: 'I have stored it: close' }).click();
    await rows.filter({ hasText: /^Checkout smp_.*rotating/ }).waitFor();
    await rows.nth(2).locator('th:focus').waitFor();
    t.match(await rows.nth(2).textContent(), /^Checkout smp_.*active/, 'the new key');
    t.equal(await page.getByRole('button', { name: /^Rotate Manager/ }).count(), 0);
    const revokeButton = page.getByRole('button', { name: /^Revoke Checkout/ }).first();
    await revokeButton.click();
    const revoke = page.getByRole('dialog', { name: 'Revoke a key' });
    t.strictSame(await violations(page, 'dialog[open]'), [], 'while it is revoked');
    await revoke.getByRole('button', { name: 'Cancel' }).click();
    await rows.filter({ hasText: /^Checkout smp_.*rotating/ }).waitFor();
    await revokeButton.click();
    await revoke.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('status').getByText('Checkout is revoked').waitFor();
    await rows.nth(2).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'API keys' }).and(page.locator(':focus')).waitFor();
    const ended = page.locator('.ended-table tbody tr');
    t.equal(await ended.count(), 0, 'is read when it is asked for');
    await page.getByRole('button', { name: 'Show keys that no longer work' }).click();
    await ended.filter({ hasText: /^Checkout smp_.*revoked/ }).waitFor();
    await page.locator('#ended:focus').waitFor();
    t.strictSame(await violations(page), [], 'with the keys that no longer work');
    t.strictSame([...origins], [docs.origin], 'nothing is sent elsewhere');
    t.equal(await page.evaluate(`${stored} + document.cookie`), '');
    t.strictSame(page.errors, []);
  },
);

t.test('a key that makes none is kept as "Try it" keeps it, and forgotten', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const { key } = await docs.createKey({ scopes: ['account:read'] });
  await page.getByLabel('Remember the key').check();
  await openAccount(page, key);
  await page.getByText('account:read', { exact: true }).first().waitFor();
  t.equal(await page.getByRole('button', { name: 'Create a key' }).isVisible(), false);
  await page.locator('.keys-table tbody tr').first().waitFor();
  t.equal(await page.getByRole('button', { name: /^(?:Rotate|Revoke)/ }).count(), 0);
  await page.reload();
  await page.locator('.keys-table tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Forget the key' }).click();
  await page.getByLabel('API key', { exact: true }).and(page.locator(':not([value])')).waitFor();
  await page.waitForFunction(`${stored} === ''`);
  t.strictSame(page.errors, []);
});

/** The time of day that a text names, which has no seconds. */
function timeIn(text: string | null): number {
  const [, day, time, zone] =
    /(\w{3} \d+, \d{4}), (\d+:\d\d\s[AP]M) ((?:UTC|GMT)[+\d:-]*)/.exec(text ?? '') ?? [];
  return Date.parse(`${day} ${time?.replace(/\s/, ' ')} ${zone}`);
}

/** Whether a text names the time that is some seconds from now, to a minute or two. */
function isIn(text: string | null, seconds: number): boolean {
  return Math.abs(timeIn(text) - Date.now() - seconds * 1_000) < 120_000;
}

t.test('says what is wrong, and what is left over a limit', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  t.equal(await page.locator('#navigation [aria-current]').count(), 0, 'it shows no section yet');
  t.strictSame(await violations(page), [], 'before there is a key');
  const problem = page.locator('.account > .problem');
  await openAccount(page, 'smp_wrong');
  await problem.filter({ hasText: 'The API key is not valid.' }).waitFor();
  t.equal(await problem.getAttribute('role'), 'alert');
  const field = page.getByLabel('API key', { exact: true });
  await field.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
  t.strictSame(await violations(page), [], 'a wrong key');
  const { key: ended } = await docs.createKey({ expiresAt: new Date(Date.now() - 1) });
  await openAccount(page, ended);
  await problem.filter({ hasText: 'The API key has expired.' }).waitFor();
  const { key: limited } = await docs.createKey({ scopes: ['widgets:read'] });
  await openAccount(page, limited);
  await page.locator('.usage-problem', { hasText: 'lacks the scope account:read' }).waitFor();
  await page.locator('.keys-problem', { hasText: 'lacks the scope account:read' }).waitFor();
  t.strictSame(await violations(page), [], 'a key that may not see them');
  // As after a key has revoked itself. The limits of a response to no key are those of the address.
  await page.route(/account\/(?:keys|usage)\?/, (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer smp_' } }),
  );
  const { key: revoked } = await docs.createKey({ plan: 'pro' });
  await openAccount(page, revoked);
  await page.locator('.keys-problem', { hasText: 'The API key is not valid.' }).waitFor();
  await page.locator('.usage-problem', { hasText: 'The API key is not valid.' }).waitFor();
  t.match(await page.locator('.windows').textContent(), /of 300 requests .* of 10,000 requests/);
  await page.unrouteAll();
  const aTime = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d [AP]M (?:UTC|GMT\\S*)';
  const plan = { plan: 'enterprise', limits: { perMinute: 1, perDay: 100 } } as const;
  const { id, key } = await docs.createKey(plan);
  await docs.send({ url: '/v1/widgets', key });
  await openAccount(page, key);
  const ofPlan = new RegExp(`^The limit of 1 requests per minute is used up until ${aTime}\\.$`);
  await page.locator('.usage-problem', { hasText: ofPlan }).waitFor();
  for (let left = 8; left > 0; left -= 1) await docs.send({ url: '/v1/account', key });
  await openAccount(page, key);
  await problem.filter({ hasText: 'The limit of 10 requests per minute is used up' }).waitFor();
  await page.getByText('0 of 10 requests left this minute').waitFor();
  await page.getByText('90 of 100 requests left this day').waitFor();
  const meters = await page.evaluate(
    '[...document.querySelectorAll("meter")].map(({ max, value, low }) => [max, value, low])',
  );
  t.strictSame(meters, [
    [10, 0, 2],
    [100, 90, 20],
  ]);
  const resets = await page.locator('.windows .note').allTextContents();
  t.ok(isIn(resets[1] ?? '', 86_400), resets.join());
  t.strictSame(await violations(page), [], 'over a limit');
  const bannedUntil = new Date(Date.now() + 3_600_000);
  await docs.database.client.apiKey.update({
    where: { id },
    data: { bannedAt: new Date(), bannedUntil },
  });
  const code = async () => (await docs.send({ url: '/v1/account', key })).json().code;
  await eventually(t, code, 'api_key_banned');
  await openAccount(page, key);
  await problem
    .filter({ hasText: new RegExp(`^The API key is banned until ${aTime}, `) })
    .waitFor();
  t.ok(isIn(await problem.textContent(), 3_600), 'in an hour');
  await page.getByText('0 of 100 requests left this day').waitFor();
});

t.test('an owner whose day is used up finds and revokes the leaked key', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const plan = { plan: 'enterprise', limits: { perMinute: 1_000, perDay: 3 } } as const;
  const given = { ...plan, name: 'Used up', keyName: 'Manager', scopes: contract.scopes };
  const { key: manager } = await docs.createKey(given);
  const payload = { name: 'Leaked', scopes: ['widgets:read'] };
  const made = await docs.send({ url: '/v1/account/keys', method: 'POST', key: manager, payload });
  const { key: leaked } = made.json();
  while ((await docs.send({ url: '/v1/widgets', key: leaked })).statusCode === 200);
  await openAccount(page, manager);
  await page.getByText('enterprise: 1,000 requests per minute, 3 per day').waitFor();
  await page
    .locator('.usage-problem', { hasText: 'limit of 3 requests per day is used' })
    .waitFor();
  await page.getByText('8 of 10 requests left this minute').waitFor();
  await page.getByText('A limit of your plan is used up.').waitFor();
  t.strictSame(await violations(page), [], 'with what is left of the reserve');
  const rows = page.locator('.keys-table tbody tr');
  t.match(await rows.allTextContents(), [/^Manager \(this key\)/, /^Leaked.*active/]);
  await page.getByRole('button', { name: /^Revoke Leaked/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke a key' });
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await rows.nth(1).waitFor({ state: 'detached' });
  await page.getByText('6 of 10 requests left this minute').waitFor();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const create = page.getByRole('dialog', { name: 'Create a key' });
  await create.getByLabel('Name').fill('Another');
  await page.keyboard.press('Enter');
  await create.getByText('Not sent: no requests are left until').waitFor();
});

t.test('shows 6,000 old keys of a Free customer in pages, on demand', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const { client } = docs.database;
  const customer = { plan: 'free', keyName: 'Manager', scopes: contract.scopes } as const;
  const { key, customerId } = await docs.createKey(customer);
  await addOldKeys(client, customerId, 6_000);
  for (let i = 0; i < 100; i += 1)
    await createKey(keysOf(client), customerId, { name: `Key ${i}` });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/v1/account/keys') requests.push(search);
  });
  await openAccount(page, key);
  const rows = page.locator('.keys-table tbody tr');
  await rows.nth(99).waitFor();
  t.strictSame(requests, ['?state=usable&limit=100'], 'one request, whatever else there is');
  const more = page.getByRole('button', { name: 'More keys' });
  await more.click();
  await rows.nth(100).waitFor();
  t.match((await rows.allTextContents()).at(-1), /^Key 99 smp_/);
  await rows.nth(100).locator('th:focus').waitFor();
  await more.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Show keys that no longer work' }).click();
  const ended = page.locator('.ended-table tbody tr');
  await ended.nth(99).waitFor();
  await more.click();
  await ended.nth(199).waitFor();
  t.equal(await ended.count(), 200);
  t.equal(requests.length, 4);

  // A limit may end before the list.
  await page.route(/account\/keys\?/, (route) => {
    const error = { code: 'rate_limit_exceeded', message: 'Too many requests.', status: 429 };
    return route.fulfill({ status: 429, json: error, headers: { 'retry-after': '60' } });
  });
  await more.click();
  await page.locator('.ended-problem', { hasText: 'A limit is used up until' }).waitFor();
  t.equal(await ended.count(), 200, 'what is shown stays');
});

t.test('a name without a blank makes nothing wider than a phone', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  await page.setViewportSize(VIEWPORTS.phone);
  const { key } = await docs.createKey({ keyName: 'x'.repeat(100), scopes: contract.scopes });
  await openAccount(page, key);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('y'.repeat(100));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your new key' }).waitFor();
  await page.locator('.keys-table tbody tr').nth(1).waitFor();
  for (const place of ['.shown-dialog', '.keys-content']) {
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;
    t.equal(await page.evaluate(`${hidden}(document.querySelector('${place}'))`), 0, place);
  }
});

t.test(
  'a new key goes only by its button, once copied or after a question',
  { skip },
  async (t) => {
    const page = await docs.open(t, { address });
    const { key } = await docs.createKey({ scopes: contract.scopes });
    await openAccount(page, key);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name').and(page.locator(':focus')).fill('Once');
    await page.keyboard.press('Enter');
    const shown = page.getByRole('dialog', { name: 'Your new key' });
    await shown.waitFor();
    const secret = await shown.locator('.secret').textContent();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    t.equal(await shown.locator('.secret').textContent(), secret, 'Escape leaves it');
    // As a browser does that closes it all the same.
    await shown.evaluate((dialog: HTMLDialogElement) => dialog.close());
    await shown.waitFor();
    t.equal(await shown.locator('.secret').textContent(), secret);
    const unload = 'new Event("beforeunload", { cancelable: true })';
    t.equal(await page.evaluate(`dispatchEvent(${unload})`), false, 'the browser asks');

    const close = shown.getByRole('button', { name: 'I have stored it: close' });
    await close.click();
    const question = page.getByRole('dialog', { name: 'Close without copying?' });
    t.strictSame(await violations(page, 'dialog[open]'), [], 'axe');
    await page
      .getByRole('button', { name: 'Back to the key' })
      .and(page.locator(':focus'))
      .press('Enter');
    await question.waitFor({ state: 'hidden' });
    t.equal(await shown.locator('.secret').textContent(), secret);
    await close.click();
    await question.getByRole('button', { name: 'Close it for good' }).click();
    await shown.waitFor({ state: 'hidden' });
    await eventually(t, async () => (await page.content()).includes(`${secret}`), false);
    t.equal(await page.evaluate(`dispatchEvent(${unload})`), true);

    // Copied by hand.
    await page.getByRole('button', { name: /^Rotate Once/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await shown.locator('.secret').selectText();
    await page.keyboard.press('Control+c');
    await close.click();
    await shown.waitFor({ state: 'hidden' });
    t.strictSame(page.errors, []);
  },
);

t.test('no width hides an action, with 100 keys, long names and ends', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const { client } = docs.database;
  const expiresAt = new Date(Date.now() + 300 * DAY_MS);
  const manager = { plan: 'pro', keyName: 'Manager', scopes: contract.scopes, expiresAt } as const;
  const { key, customerId } = await docs.createKey(manager);
  const scopes = contract.scopes.filter((scope) => !contract.explicitScopes.includes(scope));
  for (let i = 1; i < 100; i += 1) {
    const name = i % 3 === 0 ? 'x'.repeat(100) : `A checkout of the shop number ${i} in the north`;
    await createKey(keysOf(client), customerId, { name, scopes, expiresAt });
  }
  const keys = await client.apiKey.findMany({ where: { customerId }, orderBy: { id: 'asc' } });
  const [first] = keys;
  const others = { customerId, NOT: { id: first?.id ?? 0n } };
  await client.apiKey.updateMany({ where: others, data: { bannedUntil: expiresAt } });
  const use = { day: dayOf(Date.now()), operation: 'listWidgets', lastUsedAt: new Date() };
  await client.keyUsage.createMany({
    data: keys.map(({ id: apiKeyId }) => {
      return { apiKeyId, customerId, ...use, requests: 1, clientErrors: 0, serverErrors: 0 };
    }),
  });
  await openAccount(page, key);
  await page.locator('.keys-table tbody tr').nth(99).waitFor();
  t.equal(await page.getByRole('button', { name: /^(?:Rotate|Revoke) / }).count(), 199);
  const widths = Array.from({ length: 57 }, (_, i) => 320 + i * 40);
  for (const width of [...widths, 390, 768, 1024, 1279, 1281, 1366, 1919, 1921]) {
    await page.setViewportSize({ width, height: 900 });
    t.strictSame(await page.evaluate(CUT_OFF), [], `${width} px`);
  }
});

/** What of the page a reader would have to scroll to the right for: the names of the buttons. */
const CUT_OFF = `[...document.querySelectorAll('.account button, .account input, .keys-content td')]
  .filter((one) => one.checkVisibility() && (() => {
    const { left, right, width } = one.getBoundingClientRect();
    const boxes = [];
    for (let box = one.parentElement; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX !== 'visible') boxes.push(box.getBoundingClientRect());
    }
    const isIn = (box) => left >= box.left - 1 && right <= box.right + 1;
    return width > 0 && ![{ left: 0, right: innerWidth }, ...boxes].every(isIn);
  })())
  .map((one) => one.ariaLabel ?? one.textContent)`;

t.test('shows and says that it is loading, and then goes to what it shows', { skip }, async (t) => {
  const page = await docs.open(t, { address, timezoneId: 'Europe/Berlin' });
  const { key } = await docs.createKey({
    name: "Ada's shop",
    keyName: 'Reader',
    expiresAt: new Date('2030-01-01T12:00:00Z'),
  });
  const hold = async (requests: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(requests, (route) => promise.then(() => route.continue()));
    return resolve;
  };
  const release = await hold(/\/v1\/account$/);
  const releaseLists = await hold(/\/v1\/account\//);
  await openAccount(page, `Authorization: Bearer  ${key} `);
  await page.getByRole('status').getByText('Loading the account …').waitFor();
  release();
  const section = page.locator('section[aria-busy="true"]');
  await section.nth(1).getByText('Loading …').waitFor();
  await section.nth(0).getByText('Loading …').waitFor();
  await page
    .getByRole('heading', { name: 'Plan and limits' })
    .and(page.locator(':focus'))
    .waitFor();
  releaseLists();
  await page.getByRole('status').getByText('The account is shown').waitFor();
  await page.locator('.keys-table tbody tr').first().waitFor();
  await page.getByText('Loading …').first().waitFor({ state: 'hidden' });
  await page.getByText('Jan 1, 2030, 1:00 PM GMT+1').first().waitFor();
  t.match(
    await page.locator('.keys-table td[data-title="Ends"]').textContent(),
    /Jan 1, 2030, 1:00 PM GMT\+1/,
  );
  t.strictSame(page.errors, []);
});

t.test('tells whom to ask, and which key may change others', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const links = `<a href="https://example.com/help?a=1&amp;b=2">Ada &amp; Co</a>, <a href="mailto:ada@example.com">ada@example.com</a>`;
  const help = page.getByText('For your first key, or for that scope, ask:');
  t.match(await help.innerHTML(), links);
  await page.getByText('this page shows your plan').waitFor();
  const { key, customerId } = await docs.createKey({ keyName: 'Reader' });
  await openAccount(page, key);
  const note = page.locator('.read-only-note');
  await note.getByText('only the operator gives.').waitFor();
  await page.locator('.keys-table tbody tr').first().waitFor();
  t.notMatch(await note.textContent(), 'has it');
  t.match(await note.textContent(), '--manager');
  t.equal(await page.getByRole('columnheader', { name: 'Change' }).count(), 0);
  t.match(await page.getByText('For a higher plan, ask:').innerHTML(), links);
  const { client } = docs.database;
  const manager = { name: 'Manager', scopes: contract.scopes };
  const { hint, key: other } = await createKey(keysOf(client), customerId, manager);
  await page.getByRole('button', { name: 'Show the account' }).click();
  await note.getByText(`This key of yours has it: Manager (${hint}).`).waitFor();
  t.strictSame(await violations(page), [], 'axe');
  await openAccount(page, other);
  await page.getByRole('button', { name: 'Create a key' }).waitFor();
  t.equal(await note.isVisible(), false);
});

t.test(
  'a new key ends with a day that is not past, and has scopes unless asked',
  { skip },
  async (t) => {
    const page = await docs.open(t, { address });
    const expiresAt = new Date(Date.now() + 3 * DAY_MS);
    const given = { keyName: 'Manager', scopes: contract.scopes, expiresAt } as const;
    const { key } = await docs.createKey(given);
    await openAccount(page, key);
    const create = page.getByRole('dialog', { name: 'Create a key' });
    const end = create.getByLabel('Ends on (UTC)');
    const make = async (name: string, day: string) => {
      await page.getByRole('button', { name: 'Create a key' }).click();
      await create.getByLabel('Name').fill(name);
      await end.fill(day);
      await create.getByRole('button', { name: 'Create' }).click();
    };
    const close = async () => {
      const shown = page.getByRole('dialog', { name: 'Your new key' });
      await shown.getByRole('button', { name: 'I have stored it: close' }).click();
      await page.getByRole('button', { name: 'Close it for good' }).click();
      await shown.waitFor({ state: 'hidden' });
    };
    const endsOf = async (name: string) => {
      const listed = await docs.send({ url: '/v1/account/keys', key });
      const all: { name: string; expiresAt: string; scopes: string[] }[] = listed.json();
      return all.find((one) => one.name === name);
    };
    const today = dayOf(Date.now());
    await make('Past', dayOf(Date.now() - DAY_MS));
    t.notOk(await end.evaluate((field: HTMLInputElement) => field.validity.valid), 'past');
    await end.fill(dayOf(expiresAt.getTime() + DAY_MS));
    t.notOk(await end.evaluate((field: HTMLInputElement) => field.validity.valid), 'too late');
    t.match(
      await create.locator('#end-note').textContent(),
      /to the end of this day.*as the key of this page/,
    );
    t.match(
      await create.locator('.not-givable').textContent(),
      'Only the operator gives account:write.',
    );
    await end.fill(today);
    await create.getByRole('button', { name: 'Create' }).click();
    await close();
    t.match(await endsOf('Past'), {
      expiresAt: `${today}T23:59:59.999Z`,
      scopes: given.scopes.filter((one) => one !== 'account:write'),
    });
    await make('Last', dayOf(expiresAt.getTime()));
    await close();
    t.equal(
      (await endsOf('Last'))?.expiresAt,
      expiresAt.toISOString(),
      'no later than the manager',
    );

    await page.getByRole('button', { name: 'Create a key' }).click();
    await create.getByLabel('Name').fill('Nothing');
    for (const box of await create.getByRole('checkbox').all()) await box.uncheck();
    await create.getByRole('button', { name: 'Create' }).click();
    const question = page.getByRole('dialog', { name: 'Create a key without scopes?' });
    await question.getByRole('button', { name: 'Choose scopes' }).click();
    await create.waitFor();
    t.equal(await endsOf('Nothing'), undefined);
    await create.getByRole('button', { name: 'Create' }).click();
    t.strictSame(await violations(page, '.question-dialog'), [], 'axe');
    await question.getByRole('button', { name: 'Create it without scopes' }).click();
    await close();
    t.match(await endsOf('Nothing'), { scopes: [] });
    t.strictSame(page.errors, []);
  },
);

t.test('finds one of many keys by its name', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const { client } = docs.database;
  const { key, customerId } = await docs.createKey({ keyName: 'Manager', scopes: contract.scopes });
  await openAccount(page, key);
  const rows = page.locator('.keys-table tbody tr');
  await rows.first().waitFor();
  const filter = page.getByLabel('Filter by name');
  t.equal(await filter.isVisible(), false, 'not for a few');
  for (const [count, isMany] of [
    [10, false],
    [11, true],
    [13, true],
  ] as const) {
    for (let i = await rows.count(); i < count; i += 1) {
      await createKey(keysOf(client), customerId, { name: `Shop ${i - 1}` });
    }
    await page.getByRole('button', { name: 'Show the account' }).click();
    await rows.nth(count - 1).waitFor();
    t.equal(await filter.isVisible(), isMany, `${count} keys`);
  }
  for (const viewport of [VIEWPORTS.desktop, VIEWPORTS.phone]) {
    await page.setViewportSize(viewport);
    await filter.fill('sHop 1');
    await page.getByRole('status').getByText('3 of 13 keys').waitFor();
    t.equal(await rows.and(page.locator(':visible')).count(), 3);
  }
  t.strictSame(await violations(page), [], 'axe');
  await filter.fill('');
  t.equal(await rows.and(page.locator(':visible')).count(), 13);
});

t.test(
  'is not stored, keeps the policy, and shows commands without JavaScript',
  { skip },
  async (t) => {
    const { headers } = await docs.app.inject('/docs/account');
    const { headers: others } = await docs.app.inject('/docs');
    t.equal(headers['cache-control'], 'no-store');
    t.equal(headers['content-security-policy'], others['content-security-policy']);
    t.equal(headers['cross-origin-opener-policy'], 'same-origin');
    t.notMatch((await docs.app.inject('/docs')).payload, 'static/account.js', 'only here');
    const page = await docs.open(t, { address, javaScriptEnabled: false });
    t.equal(await page.locator('.key-form').isVisible(), false);
    const commands = await page.locator('noscript pre').allTextContents();
    t.equal(commands.length, 7);
    t.match(commands.join('\n'), '$BASE_URL/account/keys');
  },
);
