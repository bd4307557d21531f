import { announce } from './announce.js';
import { remember } from './storage.js';

const { dataset } = document.documentElement;
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Lets the reader choose the theme. The system's is not remembered, so that it can change. */
export function offerThemes() {
  const button = document.querySelector('.theme');
  show();
  systemIsDark.addEventListener('change', show);
  button.addEventListener('click', () => {
    const chosen = isDark() ? 'light' : 'dark';
    const isSystem = chosen === (systemIsDark.matches ? 'dark' : 'light');
    if (isSystem) delete dataset.theme;
    else dataset.theme = chosen;
    remember('theme', dataset.theme);
    show();
    announce(`${isDark() ? 'Dark' : 'Light'} mode`);
  });

  function show() {
    button.setAttribute('aria-pressed', String(isDark()));
  }
}

function isDark() {
  return dataset.theme ? dataset.theme === 'dark' : systemIsDark.matches;
}
