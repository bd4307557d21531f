import t, { type Test } from 'tap';
import { hasCommand, startProcess } from '../support/scripts.ts';
import { noBrowser } from './browser.ts';
import {
  bodyField,
  copied,
  idempotencyKey,
  keyField,
  openDialog,
  openDocs,
  sendButton,
  shownCurl,
} from './try-dialog.ts';

// The commands of curl that "Try it" shows, in real shells.

const noCurl = !hasCommand('curl') && process.env.CI !== 'true' && 'there is no curl here';
const skip = noBrowser || noCurl;
const SHELLS = ['bash', 'sh'];
const NAMES = [
  "O'Hara's “Füchsin” 🦊",
  'שלום $HOME `id` $(id) \\n !! "\\u0000" % @',
  "'; exit 1; '",
  '\n\ttwo\n\nlines\\',
];

t.test('a command that is copied creates the animal', { skip }, async (t) => {
  const { page, key, send } = await openDocs(t);
  const dialog = await openDialog(page, 'createPet');
  await keyField(dialog).fill(key);
  for (const shell of SHELLS) {
    for (const name of NAMES) {
      await dialog.getByRole('button', { name: 'New key' }).click();
      await bodyField(dialog).fill(JSON.stringify({ name, categoryId: 7 }, null, 2));
      const command = await copied(dialog, 'Copy curl');
      t.equal(command, await shownCurl(dialog));
      t.notMatch(command, key);
      const created = await run(t, shell, command, { API_KEY: key });
      t.match(created, { name, categoryId: 7 }, `${shell}: ${name}`);
    }
  }
  t.equal((await send({ url: '/v1/pets' })).json().length, SHELLS.length * NAMES.length);
});

t.test('a command can be copied with the key', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  const dialog = await openDialog(page, 'createPet');
  await keyField(dialog).fill(key);
  await bodyField(dialog).fill('@/etc/hostname');
  await idempotencyKey(dialog).fill('it\'s-"$HOME"');
  const command = await copied(dialog, 'Copy curl with the key');
  t.match(await run(t, 'sh', command), { code: 'invalid_json' }, 'and no file is sent');
  await bodyField(dialog).fill('');
  t.match(await run(t, 'sh', await copied(dialog, 'Copy curl with the key')), {
    message: 'The request body is required.',
  });
  await page.keyboard.press('Escape');

  const list = await openDialog(page, 'listPets');
  await list.getByLabel('cursor').fill("a b&c='#[1-9]{2}");
  const { code, message } = await run(t, 'bash', await copied(list, 'Copy curl with the key'));
  t.match({ code, message }, { code: 'invalid_parameter', message: /^cursor/ });
});

t.test('a page cannot send to other addresses, but shows the command', { skip }, async (t) => {
  const { page, origin, key } = await openDocs(t, {
    PUBLIC_URL: 'https://api.example.com/v1',
    STAGING_URL: 'https://staging.example.com/v1',
  });
  const dialog = await openDialog(page, 'listPets');
  const servers = dialog.getByLabel('Base address');
  t.strictSame(await servers.locator('option').allTextContents(), [
    `${origin}/v1`,
    'https://api.example.com/v1 (curl only)',
    'https://staging.example.com/v1 (curl only)',
  ]);
  await keyField(dialog).fill(key);
  t.match(await run(t, 'sh', await shownCurl(dialog), { API_KEY: key }), []);
  await servers.selectOption('https://staging.example.com/v1');
  t.match(await shownCurl(dialog), /^curl 'https:\/\/staging\.example\.com\/v1\/pets' /);
  t.ok(await sendButton(dialog).isDisabled());
  await servers.selectOption(`${origin}/v1`);
  t.notOk(await sendButton(dialog).isDisabled());
  t.strictSame(page.errors, []);
});

t.test('a page without TLS has keys, and copies', { skip }, async (t) => {
  const { page, origin } = await openDocs(t);
  await page.route('http://animals.test/**', async (route) => {
    const url = route.request().url().replace('http://animals.test', origin);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  await page.goto('http://animals.test/docs');
  t.notOk(await page.evaluate('isSecureContext'));
  const samples = page.locator('[id="operations/createPet"] .samples');
  await samples.locator('.copy').click();
  await samples.getByText('Copied', { exact: true }).waitFor();
  const dialog = await openDialog(page, 'createPet');
  t.match(await idempotencyKey(dialog).inputValue(), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  const copy = dialog.getByRole('button', { name: 'Copy curl', exact: true });
  await copy.click();
  await dialog.getByText('Copied.').waitFor();
  const command = await shownCurl(dialog);
  await bodyField(dialog).fill('');
  await page.keyboard.press('Control+V');
  t.equal(await bodyField(dialog).inputValue(), command);
});

async function run(t: Test, shell: string, command: string, settings: Record<string, string> = {}) {
  const { stdout } = await startProcess(t, [shell, '-c', command], { settings }).ended;
  return JSON.parse(stdout);
}
