import type { Locator, Page } from 'playwright-core';

/*
 * The dialog "Try it" as a reader uses it.
 */

/** What opens the dialog for an operation. */
export const tryButton = (page: Page, operationId: string) =>
  page.locator(`.try[data-operation="${operationId}"]`);
export const fieldsOf = (dialog: Locator) => ({
  key: dialog.getByLabel('API key', { exact: true }),
  remember: dialog.getByLabel('Remember the key'),
  idempotencyKey: dialog.getByLabel('Idempotency-Key'),
  body: dialog.getByLabel('Body'),
  send: dialog.getByRole('button', { name: 'Send' }),
});

/** Opens the dialog for an operation. */
export async function openDialog(page: Page, operationId: string) {
  await tryButton(page, operationId).click();
  const dialog = page.getByRole('dialog');
  const fields = fieldsOf(dialog);
  await fields.send.waitFor();
  return { dialog, ...fields };
}

/** Sends the request, and returns what the dialog shows of its response. */
export async function send(dialog: Locator) {
  await fieldsOf(dialog).send.click();
  return response(dialog);
}

/** Waits for the response to the request that was sent last. */
export async function response(dialog: Locator) {
  const text = async (selector: string) => (await dialog.locator(selector).textContent()) ?? '';
  const status = await text('.try-status');
  const bodies = await dialog.locator('.try-exchange .try-above + pre').allTextContents();
  const summary = await text('.try-first-lines');
  return { status, summary, body: bodies.join(), request: await text('details:last-of-type pre') };
}

/** What is said to be wrong with a field's value. */
export async function problemOf(field: Locator): Promise<string> {
  const ids = (await field.getAttribute('aria-describedby')) ?? '';
  const text = await field
    .page()
    .locator(`#${ids.split(' ').at(-1)}`)
    .textContent();
  const isInvalid = (await field.getAttribute('aria-invalid')) === 'true';
  return isInvalid === (text !== '') ? (text ?? '') : `aria-invalid is ${isInvalid}`;
}
