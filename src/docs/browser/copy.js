import { announce } from './announce.js';
import { copyText } from './clipboard.js';

const SHOWN_FOR_MS = 2_000;

/** Copies the code that a button stands by, and says whether that worked. */
export function copyOnClick() {
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('button.copy');
    if (!button) return;
    const box = button.closest('.example, .code');
    const code = [...box.querySelectorAll('pre code')].find((one) => one.checkVisibility());
    const isCopied = await copyText(code.textContent, button);
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    announce(isCopied ? 'Copied to the clipboard' : 'The browser did not allow copying');
    setTimeout(() => {
      button.textContent = 'Copy';
    }, SHOWN_FOR_MS);
  });
}
