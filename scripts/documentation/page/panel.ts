import { SITE } from '../../../src/docs/placeholders.ts';
import {
  type CodeSample,
  examplesOf,
  type FoundOperation,
  type ResponseObject,
} from '../../contract/index.ts';
import { copyButton, pre } from './code.ts';
import { type Html, html } from './html.ts';
import type { Shared } from './shared.ts';

/*
 * What stands beside an operation: the same request in several languages, of which the reader chooses one for
 * the whole page, and examples of responses, of which those of one status are shown at a time.
 */

export function panel({ operation, method, path }: FoundOperation, shared: Shared): Html {
  const { operationId, responses, 'x-codeSamples': samples = [] } = operation;
  const shown = Object.entries(responses).filter((response) => !shared.isSharedError(...response));
  return html`<div class="panel" tabindex="0" role="region" aria-label="Samples: ${operation.summary}">
<div class="code samples">
<div class="code-bar"><span>${method.toUpperCase()} ${path}</span>
<select class="language" aria-label="Language">${samples.map(
    ({ label }) => html`<option value="${label}">${label}</option>`,
  )}</select>${copyButton()}</div>
${samples.map(
  ({ lang, label, source }) => html`<div class="sample" data-language-of="${label}">
<p class="sample-label">${label}</p>${pre(source, lang)}
${label === 'TypeScript' && CLIENT}</div>
`,
)}</div>
<div class="code examples">
<div class="code-bar"><span>Example responses</span></div>
${shown.map(([status, response], i) => statusExamples(operationId, status, response, i === 0))}
</div>
</div>`;
}

/** What the sample imports. */
const CLIENT = html`<p class="note"><a href="${SITE}client.ts">client.ts</a></p>`;

/** Of the statuses of an operation one at a time is open. */
function statusExamples(
  operationId: string,
  status: string,
  { description, content = {} }: ResponseObject,
  isOpen: boolean,
): Html {
  const examples = Object.values(content).flatMap(examplesOf);
  return html`<details name="${operationId}"${isOpen && ' open'}>
<summary><span class="status status-${status.charAt(0)}">${status}</span></summary>
${examples.length === 0 && html`<p class="note">No body.</p>`}
${examples.map(
  ({ summary = description, value }) => html`<div class="example">
<div class="example-bar"><span>${summary}</span>${copyButton()}</div>
${pre(JSON.stringify(value, null, 2), 'json')}</div>
`,
)}</details>
`;
}

/** Hides the samples of other languages than the chosen one. */
export function languageStyle(languages: readonly CodeSample[]): Html {
  const rules = languages.map(
    ({ label: key }) =>
      `[data-language="${key}"] [data-language-of]:not([data-language-of="${key}"])`,
  );
  return { html: `<style>${rules.join(',')}{display:none}</style>` };
}
