// The dialogs of the account page: what they ask, and the one that shows a new key once.

import { messageOf } from './texts.js';

const find = (selector, within = document) => within.querySelector(selector);

const shown = find('.shown-dialog');
const secret = find('.secret', shown);
/** Whether the key that is shown has been copied. */
let isCopied = false;

/** Does what a button is for, once at a time, and says at a place why it fails. */
export async function attempt(button, problem, work) {
  // Not disabled: a reader with a keyboard would lose the place.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  problem.textContent = '';
  try {
    await work();
  } catch (error) {
    problem.textContent = messageOf(error);
  } finally {
    button.ariaDisabled = null;
  }
}

/**
 * Opens a dialog, which does its work when it is confirmed, and stays open if that fails.
 *
 * @param which the key that it is about
 * @param isConfirmed asks further
 * @param done takes the result of the work
 */
export function openDialog(selector, { which = '', isConfirmed = () => true, work, done }) {
  const dialog = find(selector);
  const problem = find('.problem', dialog);
  problem.textContent = '';
  if (which) find('.which', dialog).textContent = which;
  find('form', dialog).onsubmit = (event) => {
    event.preventDefault();
    let finished;
    return attempt(find('[type="submit"]', dialog), problem, async () => {
      if (!(await isConfirmed())) return;
      const result = await work();
      dialog.close();
      finished = () => done(result);
    }).then(() => finished?.());
  };
  dialog.showModal();
}

/** Asks a question. @returns whether the reader says yes */
export async function ask({ title, question, yes, no }) {
  const dialog = find('.question-dialog');
  for (const [selector, text] of Object.entries({
    h2: title,
    '.question': question,
    '.yes': yes,
    '.no': no,
  })) {
    find(selector, dialog).textContent = text;
  }
  dialog.returnValue = '';
  dialog.showModal();
  await closed(dialog);
  return dialog.returnValue === 'yes';
}

function closed(dialog) {
  return new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
}

/** Shows a new key, this once, until the reader says that it is stored. */
export async function showSecret(key, which) {
  find('.which', shown).textContent = which;
  secret.textContent = key;
  isCopied = false;
  shown.returnValue = '';
  // Where a browser closes it all the same, as on Escape, it is opened again.
  while (shown.returnValue !== 'stored') {
    shown.showModal();
    await closed(shown);
  }
  secret.textContent = '';
}

find('form', shown).addEventListener('submit', async (event) => {
  event.preventDefault();
  if (isCopied || (await askForUncopied())) shown.close('stored');
});
shown.addEventListener('copied', () => {
  isCopied = true;
});
secret.addEventListener('copy', () => {
  isCopied = true;
});
addEventListener('beforeunload', (event) => {
  if (shown.open && !isCopied) event.preventDefault();
});

const askForUncopied = () =>
  ask({
    title: 'Close without copying?',
    question: 'The key has not been copied, and is not shown again. Have you stored it otherwise?',
    yes: 'Close it for good',
    no: 'Back to the key',
  });
