import css from './try.css';
import { loadOperation } from './try-contract.js';
import { element } from './try-elements.js';
import { keepFocusIn } from './try-focus.js';
import { showOperation } from './try-operation.js';

/*
 * "Try it": a dialog that sends requests of one operation. It is loaded when a reader opens it first.
 */

const styles = new CSSStyleSheet();
styles.replaceSync(css);
document.adoptedStyleSheets.push(styles);

/**
 * Opens the dialog for an operation.
 *
 * @param button gets the focus back when the dialog closes
 */
export async function openTry(operationId, button) {
  const closing = new AbortController();
  const title = element('h2', { id: 'try-title' }, 'Try it');
  const close = element('button', { type: 'button' }, 'Close');
  const content = element('div', { className: 'try-content' }, element('p', {}, 'Loading …'));
  const dialog = element(
    'dialog',
    { className: 'try-dialog', 'aria-labelledby': title.id },
    element('div', { className: 'try-top' }, title, close),
    content,
  );
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => {
    closing.abort();
    dialog.remove();
    button.focus();
  });
  keepFocusIn(dialog);
  document.body.append(dialog);
  dialog.showModal();
  try {
    const operation = await loadOperation(operationId);
    title.textContent = `Try it: ${operation.summary}`;
    showOperation(content, operation, closing.signal);
  } catch ({ message }) {
    const text = `The contract could not be loaded. ${message}`;
    content.replaceChildren(element('p', { role: 'alert', className: 'try-message' }, text));
  }
}
