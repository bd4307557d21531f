// What a browser keeps for its reader: `localStorage` until the next visit, `sessionStorage` until
// the tab is closed. Some readers have it keep nothing.

/** @returns an empty text for none */
export function readStored(storage, name) {
  try {
    return window[storage].getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} text empty to forget what was kept */
export function store(storage, name, text) {
  try {
    if (text) window[storage].setItem(name, text);
    else window[storage].removeItem(name);
  } catch {
    // The browser keeps nothing.
  }
}
