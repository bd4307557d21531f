// The errors of an operation, on its page.

import type { Operation } from '../../contract/index.ts';
import { anchorOf } from './anchors.ts';
import { code, errorLink, type Html, html, statusLink } from './html.ts';
import { inline, isErrorCode } from './prose.ts';
import { type ErrorRow, ownErrors, type Shared } from './shared.ts';
import { values } from './values.ts';

/** The errors of an operation that not every operation has. */
export function errorsOf(operation: Operation, shared: Shared): Html {
  const own = ownErrors(operation, shared);
  const statusAnchor = (status: string) => anchorOf('operations', operation.operationId, status);
  return html`${own.length > 0 && errorTable(own, statusAnchor)}`;
}

/** The section with the errors and headers of every operation, to which each operation leads. */
export function sharedSection({ headers, errors }: Shared): Html | false {
  if (errors.length === 0) return false;
  const ofErrors = headers
    .filter(({ isInAll }) => !isInAll)
    .map((header) => {
      return { ...header, anchor: anchorOf('every-operation', 'headers', ...header.steps) };
    });
  return html`<section class="guide" aria-labelledby="every-operation">
<h2 id="every-operation"><a href="#every-operation">Every operation</a></h2>
<p>Every operation can return these errors, with an <a href="#objects/Error">Error</a> as the body.
Every response has the <a href="#headers-of-every-response">headers of your rate limits</a> and an
<a href="#request-ids">id</a>.</p>
${sharedPart(
  'errors',
  'Errors of every operation',
  errorTable(errors, (status) => anchorOf('every-operation', status)),
)}
${ofErrors.length > 0 && sharedPart('headers', 'Headers of these errors', values(ofErrors))}
</section>
`;
}

function sharedPart(name: string, title: string, content: Html): Html {
  const anchor = anchorOf('every-operation', name);
  return html`<div class="part"><h3 id="${anchor}"><a href="#${anchor}">${title}</a></h3>
${content}</div>
`;
}

/** @param statusAnchor gives the anchor of the first row of a status */
function errorTable(rows: readonly ErrorRow[], statusAnchor: (status: string) => string): Html {
  const items = rows.map(({ status, code: name, sentence }, i) => {
    const isFirst = rows[i - 1]?.status !== status;
    const anchor = statusAnchor(status);
    // Whoever edits the contract first has not written the error yet.
    const error = isErrorCode(name) ? errorLink(name) : code(name);
    return html`<tr${isFirst && html` id="${anchor}"`}>
<td class="error">${statusLink(status, anchor)} ${error}</td><td>${inline(sentence)}</td></tr>
`;
  });
  return html`<table class="definitions"><thead><tr><th>Error</th><th>Meaning</th></tr></thead>
<tbody>${items}</tbody></table>`;
}
