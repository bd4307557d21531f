// What pages know of an API key.

/**
 * The key in what a reader has pasted, which may be a whole header.
 *
 * @param {string} text
 */
export function keyIn(text) {
  return text.trim().replace(/^(?:authorization:\s*)?bearer\s+/i, '');
}

/** Whether a key manages others: pages keep such a key in memory, since it is worth more. */
export function managesKeys({ scopes }) {
  return scopes?.includes('account:write') ?? false;
}
