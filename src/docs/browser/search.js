import MiniSearch from 'minisearch';

/*
 * Searches the documentation. It is loaded when that is first done, with what can be found.
 */

const MAX_RESULTS = 20;
const OPTIONS = {
  idField: 'anchor',
  fields: ['words', 'title', 'context', 'text'],
  storeFields: ['title', 'kind', 'context'],
  searchOptions: {
    boost: { words: 20, title: 6, context: 2 },
    prefix: true,
    fuzzy: 0.2,
    combineWith: 'AND',
  },
};

const dialog = document.querySelector('#search');
const input = dialog.querySelector('input');
const note = dialog.querySelector('.note');
const list = dialog.querySelector('.search-results');
let documentation;
let index;

/**
 * Opens the dialog.
 *
 * @param {{ index: string, documentation: string }} addresses of what can be found, and of the page with it
 */
export async function openSearch(addresses) {
  documentation = addresses.documentation;
  input.select();
  dialog.showModal();
  if (!index) await loadIndex(addresses.index);
  show();
}

input.addEventListener('input', show);
dialog.addEventListener('keydown', moveFocus);
dialog.addEventListener('click', ({ target }) => {
  // What is clicked is a result, or the backdrop.
  if (target.closest('a') || target === dialog) dialog.close();
});
input.form.addEventListener('submit', followFirst);

async function loadIndex(address) {
  note.textContent = 'Loading';
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${response.status}`);
    const entries = await response.json();
    index = new MiniSearch(OPTIONS);
    index.addAll(entries);
  } catch {
    index = undefined;
  }
}

function show() {
  list.replaceChildren();
  if (!index) {
    note.textContent = 'The search could not be loaded. Close it and try again.';
    return;
  }
  const words = input.value.trim();
  const results = words === '' ? [] : index.search(words).slice(0, MAX_RESULTS);
  note.textContent = words === '' ? '' : counted(results.length);
  list.append(...results.map(item));
}

function counted(count) {
  if (count === 0) return 'Nothing found.';
  return count === 1 ? '1 result' : `${count} results`;
}

function item({ id, kind, title, context }) {
  const link = document.createElement('a');
  link.href = `${documentation}#${id}`;
  link.append(span('type', kind), span('title', title), span('type', context));
  const entry = document.createElement('li');
  entry.append(link);
  return entry;
}

function span(name, text) {
  const element = document.createElement('span');
  element.className = name;
  element.dir = 'auto';
  element.textContent = text;
  return element;
}

/** The arrow keys lead from the input to the results and back, and Escape to the page. */
function moveFocus(event) {
  // In an input with text, browsers would only delete that.
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
