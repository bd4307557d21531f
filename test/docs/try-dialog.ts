import type { Locator, Page } from 'playwright-core';

/*
 * The dialog "Try it" as a reader uses it.
 */

/** What opens the dialog for an operation. */
export const tryButton = (page: Page, operationId: string) =>
  page.locator(`.try[data-operation="${operationId}"]`);

/** Opens the dialog for an operation, and finds its fields. */
export async function openDialog(page: Page, operationId: string) {
  await tryButton(page, operationId).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return {
    dialog,
    key: dialog.getByLabel('API key', { exact: true }),
    remember: dialog.getByLabel('Remember the key'),
    idempotencyKey: dialog.getByLabel('Idempotency-Key'),
    body: dialog.getByLabel('Body'),
  };
}

/** Sends the request, and returns what the dialog shows of it and of its response. */
export async function send(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Send' }).click();
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
export async function noteAt(field: Locator): Promise<[note: string, isInvalid: boolean]> {
  const id = (await field.getAttribute('aria-describedby')) ?? '';
  const note = await field.page().locator(`[id="${id}"]`).textContent();
  return [note ?? '', (await field.getAttribute('aria-invalid')) === 'true'];
}
