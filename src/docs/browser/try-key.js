/*
 * The reader's API key: in memory until the page goes, and in the tab's storage only where that is
 * asked for.
 */

const NAME = 'docs.api-key';

let key = stored() ?? '';
let isRemembered = key !== '';

/** The key that was given last, and whether the tab remembers it. */
export function readKey() {
  return { key, isRemembered };
}

/** Keeps a key, and remembers or forgets it. */
export function keepKey(given, isToBeRemembered) {
  key = given;
  isRemembered = isToBeRemembered;
  try {
    if (isRemembered && key) sessionStorage.setItem(NAME, key);
    else sessionStorage.removeItem(NAME);
  } catch {
    // The browser allows no storage: the key is in memory.
  }
}

function stored() {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}
