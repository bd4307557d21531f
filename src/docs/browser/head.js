/*
 * Runs before anything is painted, so that nothing changes its look later: the theme and the
 * language of samples that the reader has chosen.
 */

const { documentElement, currentScript } = document;
const languages = currentScript.dataset.languages.split(' ');

documentElement.classList.add('js');
const { theme, language } = stored();
if (theme) documentElement.style.colorScheme = theme;
documentElement.dataset.language = languages.includes(language) ? language : languages[0];

/** Nothing, where the browser keeps nothing. */
function stored() {
  try {
    return { theme: localStorage.getItem('theme'), language: localStorage.getItem('language') };
  } catch {
    return {};
  }
}
