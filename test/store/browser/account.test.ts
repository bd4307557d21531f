// The page of the account where the operator gives two scopes: in a browser.

import t from 'tap';
import { createKey } from '../../../src/platform/keys/index.ts';
import { openStore } from '../../helper.ts';
import { openDocsOf, skip } from '../../support/browser.ts';
import { keysOf } from '../../support/key-rules.ts';
import { OWN } from '../../support/services.ts';

const docs = await openDocsOf(openStore);
const address = `${docs.origin}/docs/account`;

t.test('a new key gets what a key may give, and no scope of the operator', { skip }, async (t) => {
  const page = await docs.open(t, { address });
  const scopes = ['pets:read', 'pets:manage', 'account:read', 'account:write'];
  const { key, customerId } = await docs.createKey({ keyName: 'Manager', scopes });
  const keys = keysOf(docs.database.client, OWN);
  await createKey(keys, customerId, { name: 'Seller', scopes: ['pets:read', 'pets:manage'] });
  await createKey(keys, customerId, { name: 'Unlimited' });
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Show the account' }).click();
  const rows = page.locator('.keys-table tbody tr');
  await rows.nth(2).waitFor();
  t.match(await rows.nth(2).textContent(), 'all but pets:manage, account:write');
  for (const name of ['Manager', 'Seller', 'Unlimited']) {
    const button = (action: string) =>
      page.getByRole('button', { name: new RegExp(`^${action} ${name}, `) }).count();
    t.strictSame([await button('Rotate'), await button('Revoke')], [0, 1], name);
  }

  await page.getByRole('button', { name: 'Create a key' }).click();
  const create = page.getByRole('dialog', { name: 'Create a key' });
  const choices = create.getByRole('checkbox');
  t.strictSame(await choices.evaluateAll((all) => all.map((box) => 'value' in box && box.value)), [
    'pets:read',
    'account:read',
  ]);
  t.equal(await create.getByRole('checkbox', { checked: true }).count(), 2, 'all by default');
  await create.getByText('Only the operator gives pets:manage, account:write.').waitFor();
  await create.getByLabel('Name').fill('Reader');
  await create.getByRole('button', { name: 'Create' }).click();
  const made = await page.locator('.secret', { hasText: /\S/ }).textContent();
  const listed = await docs.send({ url: '/v1/account/keys', key: made });
  t.match(listed.json().at(-1), { name: 'Reader', scopes: ['pets:read', 'account:read'] });
  t.strictSame(page.errors, []);
});
