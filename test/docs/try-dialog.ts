import type { Locator, Page } from 'playwright-core';
import type { Test } from 'tap';
import { openStore } from '../helper.ts';
import { openPage } from './browser.ts';

/*
 * The dialog "Try it" as a reader uses it.
 */

export const VIEWPORTS = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  // What is left of 1280 x 1024.
  'zoom-400': { width: 320, height: 256 },
};

/** For a machine that is busy. */
const PATIENCE_MS = 120_000;

/** Opens the documentation of a store. */
export async function openDocs(t: Test, settings: Record<string, string> = {}) {
  const store = await openStore(t, settings);
  const origin = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const page = await openPage(t);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${origin}/docs`);
  return { ...store, origin, page };
}

/** Opens the dialog for an operation. */
export async function openDialog(page: Page, operationId: string): Promise<Locator> {
  await tryButton(page, operationId).click();
  const dialog = page.getByRole('dialog');
  await sendButton(dialog).waitFor();
  return dialog;
}

/** What opens the dialog for an operation. */
export const tryButton = (page: Page, operationId: string) =>
  page.locator(`.try[data-operation="${operationId}"]`);
export const keyField = (dialog: Locator) => dialog.getByLabel('API key', { exact: true });
export const rememberBox = (dialog: Locator) => dialog.getByLabel('Remember the key');
export const idempotencyKey = (dialog: Locator) => dialog.getByLabel('Idempotency-Key');
export const bodyField = (dialog: Locator) => dialog.getByLabel('Body');
export const sendButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Send' });

/** What the dialog shows of a response. */
export interface Shown {
  /** Code and text. */
  readonly status: string;
  /** All that is said first. */
  readonly summary: string;
  readonly limits: readonly string[];
  readonly body: string;
  /** By name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly request: string;
}

/** Sends the request, and waits for its response. */
export async function send(dialog: Locator): Promise<Shown> {
  await sendButton(dialog).click();
  return response(dialog);
}

/** Waits for the response to the request that was sent last. */
export async function response(dialog: Locator): Promise<Shown> {
  const text = async (selector: string) => (await dialog.locator(selector).textContent()) ?? '';
  const all = (selector: string) => dialog.locator(selector).allTextContents();
  const status = await text('.try-status');
  const [names, values] = [await all('dt'), await all('dd')];
  return {
    status,
    summary: await text('.try-first-lines'),
    limits: await all('.try-exchange li'),
    body: (await all('.try-exchange .try-above + pre')).join(),
    headers: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    request: await text('details:last-of-type pre'),
  };
}

/** The command of curl that the dialog shows. */
export async function shownCurl(dialog: Locator): Promise<string> {
  return (await dialog.locator('.try-exchange pre').first().textContent()) ?? '';
}

/** The clipboard's text after a click on a button. */
export async function copied(dialog: Locator, button: string): Promise<string> {
  const copy = dialog
    .locator('.try-copy')
    .filter({ has: dialog.page().getByText(button, { exact: true }) });
  await copy.getByRole('button').click();
  await copy.getByText('Copied.').waitFor();
  return dialog.page().evaluate('navigator.clipboard.readText()');
}

export async function hasFocus(node: Locator): Promise<boolean> {
  return (await node.and(node.page().locator(':focus')).count()) === 1;
}

/** Presses Tab until an element has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await hasFocus(target)) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error('Tab does not lead there.');
}

/** What is said to be wrong with a field's value. */
export async function problemOf(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const problem = field.page().locator(`#${ids.split(' ').at(-1)}`);
  const text = (await problem.textContent()) ?? '';
  const isInvalid = (await field.getAttribute('aria-invalid')) === 'true';
  return isInvalid === (text !== '') ? text : `aria-invalid is ${isInvalid}`;
}
