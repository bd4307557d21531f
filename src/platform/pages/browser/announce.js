// Says what has happened, also to readers who do not see it.

import { element } from './elements.js';

/** How long a message is shown. */
export const MESSAGE_FOR_MS = 4_000;

export function announce(text) {
  const line = element('p', text);
  document.querySelector('#announcement').replaceChildren(line);
  setTimeout(() => line.remove(), MESSAGE_FOR_MS);
}
