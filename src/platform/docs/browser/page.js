// What the page does beyond being read: base address, theme, language of samples, copying, where
// the reader is. The code that searches, and that tries requests, is loaded at its first use.

import { announce, MESSAGE_FOR_MS } from '../../pages/browser/announce.js';
import { element } from '../../pages/browser/elements.js';
import { readStored, store } from '../../pages/browser/storage.js';

const { documentElement, body } = document;

offerBaseAddresses();
offerThemes();
offerLanguages();
nameCopyButtons();
markSection();
addEventListener('hashchange', openExample);
openExample();
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button');
  if (button?.matches('.copy')) copy(button);
  if (button?.matches('.close')) button.closest('dialog').close();
  if (button?.matches('.try')) load(body.dataset.try, ({ openTry }) => openTry(button));
  if (button?.matches('.search-button, .menu-search')) search();
});
document.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isShortcut = (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
  const isTyping = target.closest('input, textarea, select');
  const isSlash = key === '/' && !(ctrlKey || metaKey || altKey || isTyping);
  if (!(isShortcut || isSlash) || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  search();
});

/**
 * Shows the base address that the reader has chosen in all samples. This host is the one that the
 * page is from.
 */
function offerBaseAddresses() {
  const own = new URL(body.dataset.base, document.baseURI).href;
  const choices = [...document.querySelectorAll('[name="base-address"]')];
  for (const address of document.querySelectorAll('.own-url')) address.textContent = own;
  const show = () => {
    const chosen = choices.find((choice) => choice.checked)?.value || own;
    for (const root of document.querySelectorAll('.root-url')) {
      // Without the version, the last part of a base address.
      root.textContent = chosen.slice(0, chosen.lastIndexOf('/'));
    }
  };
  show();
  for (const choice of choices) choice.addEventListener('change', show);
}

/** Lets the reader choose the theme. The system's is not remembered, so that it can change. */
function offerThemes() {
  const { style } = documentElement;
  const button = document.querySelector('.theme');
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  const system = () => (systemIsDark.matches ? 'dark' : 'light');
  const isDark = () => (style.colorScheme || system()) === 'dark';
  const show = () => button.setAttribute('aria-pressed', String(isDark()));
  show();
  systemIsDark.addEventListener('change', show);
  button.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    style.colorScheme = chosen === system() ? '' : chosen;
    store('localStorage', 'theme', style.colorScheme);
    show();
  });
}

/** Lets the reader choose the language of all samples. Where it is missing, the first is shown. */
function offerLanguages() {
  show(readStored('localStorage', 'language'));
  document.addEventListener('click', ({ target }) => choose(target.closest('.language')));
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (!target.matches('.language')) return;
    const tabs = [...target.parentElement.children];
    const place = tabs.indexOf(target);
    const places = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: -1 };
    if (!(key in places)) return;
    event.preventDefault();
    const next = tabs.at(places[key] % tabs.length);
    choose(next);
    next.focus();
  });

  function choose(tab) {
    if (!tab) return;
    const { top } = tab.getBoundingClientRect();
    const { choice } = tab.dataset;
    store('localStorage', 'language', choice);
    show(choice);
    // Samples above have become longer or shorter.
    scrollBy({ top: tab.getBoundingClientRect().top - top, behavior: 'instant' });
  }

  function show(language) {
    for (const group of document.querySelectorAll('.languages')) {
      const tabs = [...group.querySelectorAll('.language')];
      const samples = group.querySelectorAll('.sample');
      const chosen = tabs.find((tab) => tab.dataset.choice === language) ?? tabs[0];
      for (const [i, tab] of tabs.entries()) {
        const isChosen = tab === chosen;
        tab.setAttribute('aria-selected', String(isChosen));
        tab.tabIndex = isChosen ? 0 : -1;
        samples[i].classList.toggle('chosen', isChosen);
      }
    }
  }
}

/** Copies a file, or the code that a button stands by, and says whether that worked. */
async function copy(button) {
  const { from } = button.dataset;
  const copied = from ? await read(from) : codeBeside(button);
  const isCopied = copied !== undefined && (await copyText(copied, button));
  const { firstElementChild: text } = button;
  // What it says otherwise: it may still say that it has copied.
  button.dataset.label ??= text.textContent;
  text.textContent = isCopied ? 'Copied' : 'Not copied';
  announce(isCopied ? 'Copied to the clipboard' : 'The browser did not allow copying');
  if (isCopied) button.dispatchEvent(new Event('copied', { bubbles: true }));
  setTimeout(() => {
    text.textContent = button.dataset.label;
  }, MESSAGE_FOR_MS);
}

function codeBeside(button) {
  const box = button.closest('.example, .code, .base-address');
  const all = [...box.querySelectorAll(':is(pre, .base-address) > code')];
  return all.find((one) => one.checkVisibility()).textContent;
}

/** @returns undefined if it cannot be loaded */
async function read(address) {
  const response = await fetch(address).catch(() => undefined);
  return response?.ok ? response.text() : undefined;
}

/** Says of each button what it copies, in words that only it has, for readers who do not see it. */
function nameCopyButtons() {
  const names = new Map();
  let heading;
  for (const found of document.querySelectorAll(':is(h1, h2, h3, h4), .copy')) {
    if (!found.matches('.copy')) {
      heading = found;
      continue;
    }
    const folds = [];
    for (let fold = found.closest('details'); fold; fold = fold.parentElement.closest('details')) {
      folds.unshift(fold.querySelector('summary'));
    }
    const label = found.closest('.code, .base-address')?.querySelector('.code-bar span, label');
    const guide = 'from' in found.dataset && found.closest('.guide')?.querySelector('h2');
    const parts = [guide || heading, ...folds, folds.length > 0 ? undefined : label];
    const words = parts.flatMap((part) => part?.textContent.trim().replace(/\s+/g, ' ') || []);
    const name = words.join(', ');
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    const text = element('span', found.textContent);
    const hidden = ` ${name}${count > 1 ? ` ${count}` : ''}`;
    found.replaceChildren(text, element('span.visually-hidden', hidden));
  }
}

/** Where a link leads to a status of an operation, the panel beside it shows the examples. */
function openExample() {
  const [, operationId, status] = /^#operations\/([^/]+)\/(\d{3})$/.exec(location.hash) ?? [];
  const all = document.querySelectorAll(`details[name="${CSS.escape(operationId ?? '')}"]`);
  const chosen = [...all].find((one) => one.querySelector('.status').textContent === status);
  if (chosen) chosen.open = true;
}

/** @returns whether the browser allowed it */
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyAsSelection(text, button);
  }
}

/** For pages without TLS, to which browsers offer no clipboard. */
function copyAsSelection(text, button) {
  const area = document.createElement('textarea');
  area.value = text;
  button.after(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  button.focus();
  return isCopied;
}

/** Marks in the side bar the section that is being read. */
function markSection() {
  const navigation = document.querySelector('#navigation');
  const { title } = document;
  const links = [...navigation.querySelectorAll('a[href^="#"]')];
  const sections = links.map((link) => document.getElementById(link.hash.slice(1)));
  let current;
  mark();
  // Browsers send these once a frame.
  addEventListener('scroll', mark, { passive: true });
  addEventListener('resize', mark, { passive: true });
  // As a popover, the navigation covers the section that a link leads to.
  navigation.addEventListener('click', ({ target }) => {
    if (target.closest('a') && navigation.matches(':popover-open')) navigation.hidePopover();
  });

  function mark() {
    const link = links[currentIndex()];
    if (link === current) return;
    current?.removeAttribute('aria-current');
    link?.setAttribute('aria-current', 'location');
    current = link;
    const section = link?.querySelector('[dir]') ?? link;
    document.title = section ? `${section.textContent} – ${title}` : title;
    // The side bar fills the height of the window, so nothing else scrolls.
    link?.scrollIntoView({ block: 'nearest' });
  }

  /** The last section that begins above the upper third; at the end of the page, the last one. */
  function currentIndex() {
    const { scrollHeight } = documentElement;
    if (scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2) return sections.length - 1;
    const isAbove = (one) => one.getBoundingClientRect().top <= innerHeight / 3;
    return sections.findLastIndex((one) => one?.checkVisibility() && isAbove(one));
  }
}

function search() {
  return load(body.dataset.search, ({ openSearch }) => openSearch(body.dataset));
}

/** @param {string} address relative to the page */
async function load(address, use) {
  try {
    await use(await import(new URL(address, document.baseURI).href));
  } catch {
    announce('This could not be loaded. Please try again.');
  }
}
