import type { OperationObject } from '../../contract/index.ts';
import { errorAnchor, inOperation } from './anchors.ts';
import { code, formerAnchors, type Html, html } from './html.ts';
import { type ErrorRow, errorRows, type Shared } from './shared.ts';

/*
 * Errors: a row for each code, with its status and what it is sent for.
 */

/** The errors of an operation that not every one has. */
export function errors(operation: OperationObject, shared: Shared): Html {
  const all = errorRows(operation);
  const own = all.filter((row) => !shared.errors.some((one) => one.key === row.key));
  const shown = new Set(own.map(({ status }) => status));
  const hidden = new Set(all.map(({ status }) => status).filter((status) => !shown.has(status)));
  const anchorOf = (status: string) => inOperation(operation.operationId, status);
  return html`${formerAnchors([...hidden, 'default'].map(anchorOf))}
${own.length > 0 && errorList(own, anchorOf)}`;
}

/** @param anchorOf leads to the first row of a status */
export function errorList(rows: readonly ErrorRow[], anchorOf: (status: string) => string): Html {
  const items = rows.map(({ status: name, code: errorCode, sentence }, i) => {
    const isFirst = rows[i - 1]?.status !== name;
    const anchor = anchorOf(name);
    return html`<li${isFirst && html` id="${anchor}"`}>${status(name, anchor)}
<div>${errorLink(errorCode)} <span class="sentence">${sentence}</span></div></li>
`;
  });
  return html`<ul class="plain errors">${items}</ul>`;
}

function errorLink(name: string): Html {
  return html`<a href="#${errorAnchor(name)}">${code(name)}</a>`;
}

/** A status, which is a link to itself. */
export function status(text: string, anchor: string): Html {
  return html`<a class="status status-${text.charAt(0)}" href="#${anchor}">${text}</a>`;
}
