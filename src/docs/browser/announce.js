const SHOWN_FOR_MS = 8_000;

/** Says something to readers who do not see it. */
export function announce(text) {
  const line = document.querySelector('#announcement');
  // The same twice would be said once.
  line.textContent = line.textContent === text ? `${text}\u00a0` : text;
}

/** Says something to all readers. */
export function warn(text) {
  const { classList } = document.querySelector('#announcement');
  announce(text);
  classList.remove('visually-hidden');
  setTimeout(() => classList.add('visually-hidden'), SHOWN_FOR_MS);
}
