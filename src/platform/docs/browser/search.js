// Searches the documentation. Loaded at the first search, with the entries that can be found.

import { element } from '../../pages/browser/elements.js';
import { createIndex } from './search-index.js';

const dialog = document.querySelector('#search');
const input = dialog.querySelector('input');
const note = dialog.querySelector('.note');
const list = dialog.querySelector('.search-results');
/** Where readers are led if nothing is found. */
const OTHERWISE = {
  kind: 'guide',
  title: 'Out of scope',
  context: 'What this service does not do, and whom to ask',
  anchor: 'out-of-scope',
};
let addresses;
let find;

/**
 * Opens the dialog.
 *
 * @param {{ index: string, documentation: string, root: string }} given the addresses of the
 *   entries, of the page with the documentation, and of the root of the service
 */
export async function openSearch(given) {
  addresses = given;
  find ??= createIndex(await entriesFrom(addresses.index));
  input.select();
  dialog.showModal();
}

input.addEventListener('input', show);
dialog.addEventListener('keydown', moveFocus);
dialog.addEventListener('click', ({ target }) => {
  // What is clicked is a result, or the backdrop.
  if (target.closest('a') || target === dialog) dialog.close();
});
input.form.addEventListener('submit', followFirst);

/** @throws if the entries cannot be loaded */
async function entriesFrom(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return response.json();
}

function show() {
  list.replaceChildren();
  const words = input.value.trim();
  const results = words === '' ? [] : find(words);
  const count = results.length === 0 ? 'Nothing found.' : `${results.length} found`;
  note.textContent = words === '' ? '' : count;
  for (const [kind, found] of Map.groupBy(results, (one) => one.kind)) {
    const items = found.map((one) => item(one, words));
    items[0].prepend(span('group', `${kind}s`));
    list.append(...items);
  }
  if (words !== '' && results.length === 0) list.append(item(OTHERWISE, ''));
}

function item({ kind, title, context, method, anchor, path }, words) {
  const link = element('a', span('type.visually-hidden', kind));
  const { documentation, root } = addresses;
  link.href = path ? root + path : `${documentation}#${anchor}`;
  if (method) link.append(span(`method.method-${method.toLowerCase()}`, method));
  link.append(span('title', ...marked(title, words)), span('type', context));
  return element('li', link);
}

/** The parts of a text, in which the words that were searched for are marked. */
function marked(text, words) {
  const starts = words.match(/[\p{L}\d]+/gu) ?? [];
  if (starts.length === 0) return [text];
  const word = `(?<![\\p{L}\\d])((?:${starts.join('|')})[\\p{L}\\d]*)`;
  const parts = text.split(new RegExp(word, 'giu'));
  return parts.map((part, i) => (i % 2 === 0 ? part : element('mark', part)));
}

function span(classes, ...parts) {
  return Object.assign(element(`span.${classes}`, ...parts), { dir: 'auto' });
}

/** The arrow keys lead from the input to the results and back, and Escape to the page. */
function moveFocus(event) {
  // Browsers would only clear an input with text.
  if (event.key === 'Escape') dialog.close();
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [input, ...list.querySelectorAll('a')];
  const next = stops.indexOf(document.activeElement) + step;
  stops[Math.max(0, Math.min(next, stops.length - 1))].focus();
}

/** Enter leads to the first result. */
function followFirst(event) {
  const isEnter = event.submitter === null || document.activeElement === input;
  const first = list.querySelector('a');
  if (!isEnter || !first) return;
  event.preventDefault();
  first.click();
}
