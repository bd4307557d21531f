import t from 'tap';
import { violations } from './axe.ts';
import { noBrowser, saveScreenshot } from './browser.ts';
import { keyField, openDialog, openDocs, send, sendButton, VIEWPORTS } from './try-dialog.ts';

// All rules of axe, in every state of "Try it", light and dark, and no width that it does not fit into.

const skip = noBrowser;

t.test('breaks no rule of accessibility in any state', { skip }, async (t) => {
  const { page, key } = await openDocs(t, { PUBLIC_URL: 'https://api.example.com/v1' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const dialog = await openDialog(page, 'getPet');
  t.strictSame(await violations(page), [], 'with the page behind it');
  await leaveOutTheRest();
  await check('open');
  await keyField(dialog).fill('ask_wrong');
  await send(dialog);
  await check('rejected');
  await keyField(dialog).fill(key);
  await dialog.getByLabel('petId').fill('');
  await sendButton(dialog).click();
  await check('invalid');
  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page, 'createPet');
  await keyField(dialog).fill(key);
  await send(dialog);
  t.strictSame(await violations(page), [], 'with a response');
  await leaveOutTheRest();
  await check('created');

  /** Axe would look at it again every time, which takes longer than all the rest. */
  async function leaveOutTheRest() {
    await page.evaluate("document.querySelector('main').remove()");
  }

  async function check(state: string) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkNow(`${state}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await checkNow(`${state}-${name}`);
      t.ok(await page.evaluate(fits), `${state}-${name}: nothing scrolls sideways`);
    }
    await page.setViewportSize(VIEWPORTS.desktop);
  }

  async function checkNow(title: string) {
    t.strictSame(await violations(page, 'dialog'), [], title);
    await saveScreenshot(page, `try-${title}`);
  }
});

const fits =
  "[document.documentElement, document.querySelector('dialog[open]')].every((node) => node.scrollWidth <= node.clientWidth)";
