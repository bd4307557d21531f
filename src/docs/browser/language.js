import { remember } from './storage.js';

const { dataset } = document.documentElement;

/** Lets the reader choose the language of all samples. */
export function offerLanguages() {
  const choices = [...document.querySelectorAll('select.language')];
  show();
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      const { top } = choice.getBoundingClientRect();
      dataset.language = choice.value;
      remember('language', choice.value);
      show();
      // Samples above have become longer or shorter.
      scrollBy({ top: choice.getBoundingClientRect().top - top, behavior: 'instant' });
    });
  }

  function show() {
    for (const choice of choices) {
      const isThere = [...choice.options].some(({ value }) => value === dataset.language);
      choice.value = isThere ? dataset.language : choice.options[0].value;
    }
  }
}
