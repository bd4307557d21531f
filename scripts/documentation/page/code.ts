import highlighter from 'highlight.js';
import { type Html, html } from './html.ts';

/*
 * Code in the colours of its language. Those are classes, which the page gives a colour for each theme.
 */

highlighter.configure({ classPrefix: '' });

/** A block of code, with a button that copies it. */
export function codeBlock(code: string, language: string): Html {
  return html`<div class="code">
<div class="code-bar"><span>${highlighter.getLanguage(language)?.name ?? 'Text'}</span>${copyButton()}</div>
${pre(code, language)}
</div>`;
}

/** Code in the colours of its language, where that is known. Long lines are wrapped, so that nothing is cut off. */
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
