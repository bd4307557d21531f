import t from 'tap';
import { violations } from './axe.ts';
import { noBrowser, saveScreenshot } from './browser.ts';
import {
  hasFocus,
  keyField,
  openDialog,
  openDocs,
  send,
  sendButton,
  tryButton,
} from './try-dialog.ts';

// "Try it" for everybody: by keyboard, on a phone, at 400 %, in the dark, with a screen reader.

const skip = noBrowser;
/** More than the dialog has stops. */
const PRESSES = 40;
const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  // What is left of 1280 x 1024.
  'zoom-400': { width: 320, height: 256 },
};

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

t.test('breaks no rule in any state, at any width, light and dark', { skip }, async (t) => {
  const { page, key } = await openDocs(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await openDialog(page, 'getPet');
  await check('open');
  await keyField(dialog).fill('ask_wrong');
  await send(dialog);
  await check('rejected');
  await keyField(dialog).fill(key);
  await dialog.getByLabel('petId').fill('');
  await sendButton(dialog).click();
  await check('invalid');
  await page.keyboard.press('Escape');
  await openDialog(page, 'createPet');
  await send(dialog);
  await check('created');

  async function check(state: string) {
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      t.ok(await page.evaluate(fits), `${state}, ${name}: nothing scrolls sideways`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const title = `${state}-${name}-${colorScheme}`;
        t.strictSame(await violations(page, 'dialog'), [], title);
        await saveScreenshot(page, `try-${title}`);
      }
    }
  }
});

const fits =
  "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(document.querySelector('dialog'))";
