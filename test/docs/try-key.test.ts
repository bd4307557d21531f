import t from 'tap';
import { noBrowser } from './browser.ts';
import { keyField, openDialog, openDocs, rememberBox } from './try-dialog.ts';

// How long "Try it" keeps an API key.

const skip = noBrowser;

t.test('keeps a key until the page goes', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  await keyField(await openDialog(page, 'listPets')).fill(key);
  await page.keyboard.press('Escape');
  const dialog = await openDialog(page, 'createPet');
  t.equal(await keyField(dialog).inputValue(), key, 'for the next operation too');
  t.equal(await keyField(dialog).getAttribute('type'), 'password');
  t.equal(await page.evaluate(stored), '');
  await page.reload();
  t.equal(await keyField(await openDialog(page, 'createPet')).inputValue(), '');
});

t.test('remembers a key for the tab where that is asked for', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  let dialog = await openDialog(page, 'listPets');
  t.notOk(await rememberBox(dialog).isChecked());
  await rememberBox(dialog).check();
  await keyField(dialog).fill(key);
  await page.reload();
  dialog = await openDialog(page, 'listPets');
  t.ok(await rememberBox(dialog).isChecked());
  t.equal(await keyField(dialog).inputValue(), key);

  const opened = page.waitForEvent('popup');
  await page.evaluate("void open(location.href, '_blank', 'noopener')");
  const other = await opened;
  t.equal(
    await keyField(await openDialog(other, 'listPets')).inputValue(),
    '',
    'not in other tabs',
  );

  await rememberBox(dialog).uncheck();
  t.equal(await page.evaluate(stored), '');
  t.equal(await keyField(dialog).inputValue(), key, 'but until the page goes');
  await page.reload();
  t.equal(await keyField(await openDialog(page, 'listPets')).inputValue(), '');
});

const stored =
  "[...Object.values(localStorage), ...Object.values(sessionStorage), document.cookie].join('')";
