// The API key that a reader asks a page to remember: for all pages, until the tab is closed.

import { readStored, store } from './storage.js';

const PLACE = ['sessionStorage', 'docs.api-key'];

/** Empty for none. */
export function rememberedKey() {
  return readStored(...PLACE);
}

/** @param {string} apiKey empty to forget the one that is remembered */
export function rememberKey(apiKey) {
  store(...PLACE, apiKey);
}
