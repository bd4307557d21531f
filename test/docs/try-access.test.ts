import t from 'tap';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  hasFocus,
  keyField,
  openDialog,
  openDocs,
  send,
  sendButton,
  tryButton,
  VIEWPORTS,
} from './try-dialog.ts';

// "Try it" for everybody: by keyboard, on a phone, at 400 %.

const skip = noBrowser;
/** More than the dialog has stops. */
const PRESSES = 40;

t.test('the focus stays in the dialog, and comes back', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  const dialog = await openDialog(page, 'createPet');
  t.ok(await hasFocus(keyField(dialog)), 'where the reader begins');
  await keyField(dialog).fill(key);
  await send(dialog);
  t.ok(await hasFocus(sendButton(dialog)));
  for (const press of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < PRESSES; presses += 1) {
      await page.keyboard.press(press);
      if ((await dialog.locator(':focus').count()) !== 1) t.fail(`${press} ${presses} leads out`);
    }
  }
  await page.keyboard.press('Escape');
  t.equal(await dialog.count(), 0);
  t.ok(await hasFocus(tryButton(page, 'createPet')));
  await openDialog(page, 'createPet');
  await dialog.getByRole('button', { name: 'Close' }).click();
  t.ok(await hasFocus(tryButton(page, 'createPet')));
});

t.test('nothing behind the dialog scrolls', { skip }, async (t) => {
  const { page } = await openDocs(t);
  const scrolled = () =>
    page.evaluate<number>(
      "[document.scrollingElement, ...document.querySelectorAll('body *')].filter((node) => node.scrollTop > 0).length",
    );
  await openDialog(page, 'listPets');
  const before = await scrolled();
  for (const [x, y] of [
    [20, 400],
    [700, 400],
    [1430, 890],
  ] as const) {
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 400);
  }
  await page.keyboard.press('Escape');
  t.equal(await scrolled(), before);
});

t.test('the response comes into sight, at any width', { skip }, async (t) => {
  const { page, key } = await openDocs(t);
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    const dialog = await openDialog(page, 'createPet');
    await keyField(dialog).fill(key);
    await send(dialog);
    const { y = -1 } = (await dialog.locator('.try-status').boundingBox()) ?? {};
    t.ok(y > 0 && y < viewport.height - 20, `${name}: at ${y}`);
    await saveScreenshot(page, `try-sent-${name}`);
    await page.keyboard.press('Escape');
  }
});
