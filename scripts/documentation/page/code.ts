import highlighter from 'highlight.js';
import { type Html, html } from './html.ts';

// The style of the page has the colours of its classes.
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
  // "Shell" is a transcript there.
  const language = name === 'shell' ? 'sh' : name;
  if (!highlighter.getLanguage(language)) return code;
  return { html: highlighter.highlight(code, { language, ignoreIllegals: true }).value };
}

export function copyButton(): Html {
  return html`<button type="button" class="copy">Copy</button>`;
}
