/** Keeps a choice for the next visit, where the browser allows it. */
export function remember(name, value) {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // It holds until the page is left.
  }
}
