// The panel beside an operation: a request in several languages, and examples of responses. It
// shows the examples of one status at a time.

import { STATUS_CODES } from 'node:http';
import { SAME_VERSION } from '../../../src/platform/docs/placeholders.ts';
import type { Example, Operation, Response } from '../../contract/index.ts';
import { codeSamplesOf } from '../code-samples.ts';
import { copyButton, languages, pre } from './code.ts';
import { type Html, html } from './html.ts';
import { prose } from './prose.ts';
import { ownStatuses, type Shared } from './shared.ts';

/** The errors of all operations that are shown with each: every client has to handle them. */
const HANDLED = ['401', '403', '429', '503'];

export function panel(operation: Operation, shared: Shared): Html {
  const { operationId, requestBody, responses } = operation;
  const requests = requestBody?.body?.examples ?? [];
  // The samples show the value of the first one.
  const hasMore = requests.length > 1 || requests[0]?.description !== undefined;
  const own = ownStatuses(operation, shared);
  const shown = responses.filter(({ status }) => own.has(status) || HANDLED.includes(status));
  return html`<div class="panel" tabindex="0" role="region"
aria-label="Samples: ${operation.summary}">
${samplesOf(operation)}
${hasMore && exampleRequests(operationId, requests)}
<div class="code examples">
${shown.map((response, i) => statusExamples(operationId, response, i === 0))}
</div>
</div>`;
}

/** The request of an operation in each language. */
export function samplesOf(operation: Operation): Html {
  const all = codeSamplesOf(operation).map(({ lang, label, source }) => ({
    label,
    content: html`${pre(source, lang)}${label === 'TypeScript' && CLIENT}`,
  }));
  return html`<div class="code samples">${languages(all, copyButton())}</div>`;
}

/** A link to the file that the sample imports. */
const CLIENT = html`<p class="note"><a href="${SAME_VERSION}client.ts">client.ts</a></p>`;

function exampleRequests(operationId: string, requests: readonly Example[]): Html {
  const items = requests.map((one) => namedExample(`${operationId}/request`, one, false));
  return html`<div class="code requests"><p class="code-bar">Example requests</p>
${items}</div>
`;
}

/** @param group the statuses of which one at a time is open */
export function statusExamples(
  group: string,
  { status, description, body }: Response,
  isOpen: boolean,
): Html {
  const examples = body?.examples ?? [];
  return html`<details name="${group}"${isOpen && ' open'}>
<summary><span class="status status-${status.charAt(0)}">${status}</span>
<span class="phrase">${STATUS_CODES[status]}</span></summary>
<div class="meaning">${prose(description)}</div>
${examples.length === 0 && html`<p class="note">No body.</p>`}
${
  examples.length === 1
    ? examples.map(exampleItem)
    : examples.map((example, i) => namedExample(`${group}/${status}`, example, i === 0))
}
</details>
`;
}

/** @param group the examples of which one at a time is open */
function namedExample(group: string, example: Example, isOpen: boolean): Html {
  return html`<details name="${group}"${isOpen && ' open'}>
<summary>${example.summary ?? 'Example'}</summary>
${exampleItem(example)}</details>
`;
}

function exampleItem({ description, value }: Example): Html {
  return html`${description && html`<p class="note">${description}</p>`}
<div class="example">${copyButton()}${pre(JSON.stringify(value, null, 2), 'json')}</div>
`;
}
