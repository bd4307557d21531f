import { type Html, html } from './html.ts';

/*
 * The same in several languages, of which the reader chooses one for the whole page. Without
 * JavaScript all are shown.
 */

/** Something in a language, by its name. */
export interface InLanguage {
  readonly label: string;
  readonly content: Html;
}

/** @param beside what the tabs have at their right */
export function languages(all: readonly InLanguage[], beside?: Html): Html {
  const tabs = all.map(
    ({ label }) => html`<button type="button" role="tab" class="language"
data-choice="${label}">${label}</button>`,
  );
  const samples = all.map(
    ({ label, content }) => html`<div class="sample" data-language-of="${label}">${content}</div>
`,
  );
  return html`<div class="languages">
<div class="tabs"><div role="tablist" aria-label="Language">${tabs}</div>${beside}</div>
${samples}</div>
`;
}

/**
 * Hides what is in other languages than the chosen one; the first is shown where that is missing.
 */
export function languageStyle(labels: readonly string[]): Html {
  const rules = labels.map((label) => {
    const chosen = `[data-language-of="${label}"]`;
    const group = `[data-language="${label}"] .languages`;
    const others = `${group}:has(>${chosen})>.sample:not(${chosen})`;
    const allButFirst = `${group}:not(:has(>${chosen}))>.sample~.sample`;
    return `${others},${allButFirst}`;
  });
  return { html: `<style>@media screen{${rules.join(',')}{display:none}}</style>` };
}
