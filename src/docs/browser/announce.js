/** Says something to readers who do not see it. */
export function announce(text) {
  const line = document.querySelector('#announcement');
  // The same twice would be said once.
  line.textContent = line.textContent === text ? `${text}\u00a0` : text;
}
