/*
 * What the page does beyond being read: themes, languages, copying, searching, trying requests.
 */

import { warn } from './announce.js';
import { copyOnClick } from './copy.js';
import { offerLanguages } from './language.js';
import { markSection, openTarget } from './places.js';
import { offerThemes } from './theme.js';

const { dataset } = document.body;

offerThemes();
offerLanguages();
copyOnClick();
openTarget();
markSection();
closeMenuOnClick();
openOnDemand();

/** The popover with the contents covers where they lead to. */
function closeMenuOnClick() {
  const navigation = document.querySelector('#navigation');
  navigation.addEventListener('click', ({ target }) => {
    if (target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover();
  });
}

/** What is loaded only when somebody wants it. */
function openOnDemand() {
  document.addEventListener('click', async ({ target }) => {
    const tryButton = target.closest('button.try');
    if (tryButton) {
      await load(dataset.try, ({ openTry }) => openTry(tryButton.dataset.operation, tryButton));
    }
    if (target.closest('button.search-button')) await search();
  });
  document.addEventListener('keydown', async (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isShortcut = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
    const isSlash = key === '/' && !(ctrlKey || metaKey || altKey || isTyping(target));
    if (!isShortcut && !isSlash) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    await search();
  });
}

function search() {
  return load(dataset.search, ({ openSearch }) => openSearch(dataset));
}

/** @param {string} address relative to the page */
async function load(address, use) {
  try {
    await use(await import(new URL(address, document.baseURI).href));
  } catch {
    warn('This could not be loaded. Please try again.');
  }
}

function isTyping(element) {
  return element.closest('input, textarea, select, [contenteditable]') !== null;
}
