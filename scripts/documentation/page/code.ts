// Blocks of code.

import highlighter from 'highlight.js';
import { type Html, html } from './html.ts';

/** A sample, and the name of its language. */
export interface InLanguage {
  readonly label: string;
  readonly content: Html;
}

// page.css gives the classes their colours.
highlighter.configure({ classPrefix: '' });

/** A block of code, with a button that copies it. */
export function codeBlock(code: string, language: string): Html {
  const name = highlighter.getLanguage(language)?.name ?? 'Text';
  return html`<div class="code">
<div class="code-bar"><span>${name}</span>${copyButton()}</div>
${pre(code, language)}
</div>`;
}

/** Code in the colours of its language, where the language is known. */
export function pre(code: string, language: string): Html {
  return html`<pre><code>${highlight(code.trimEnd(), language.toLowerCase())}</code></pre>`;
}

function highlight(code: string, name: string): Html | string {
  // By "shell", highlight.js means a transcript.
  const language = name === 'shell' ? 'sh' : name;
  if (!highlighter.getLanguage(language)) return code;
  const parts = language === 'sh' ? code.split(CONTINUED.text) : [code];
  const highlighted = parts.map((part): Html => {
    return { html: highlighter.highlight(part, { language, ignoreIllegals: true }).value };
  });
  return { html: highlighted.map((part) => part.html).join(CONTINUED.html) };
}

/** The end of a line that goes on in the next one. A narrow page does not part it from its word. */
const CONTINUED = { text: ' \\\n', html: '<span class="continued"> \\</span>\n' };

export function copyButton(): Html {
  return html`<button type="button" class="copy">Copy</button>`;
}

/**
 * A sample in several languages, of which the reader chooses one for the whole page. Without
 * JavaScript, all are shown.
 *
 * @param beside shown at the right of the tabs
 */
export function languages(all: readonly InLanguage[], beside?: Html): Html {
  const tabs = all.map(
    ({ label }) => html`<button type="button" role="tab" class="language"
data-choice="${label}">${label}</button>`,
  );
  const samples = all.map(
    ({ label, content }, i) => html`<div class="sample${i === 0 && ' chosen'}"
data-language-of="${label}">${content}</div>
`,
  );
  return html`<div class="languages">
<div class="tabs"><div role="tablist" aria-label="Language">${tabs}</div>${beside}</div>
${samples}</div>
`;
}

/** A button that copies a guide as it is written. @param folder with its documents */
export function copyAsMarkdown(guide: string, folder: string): Html {
  return html`<p><button type="button" class="copy" data-from="${folder}docs/${guide}.md">Copy as Markdown</button></p>
`;
}
