import type { OperationObject } from '../../contract/index.ts';
import { anchorOf } from './anchors.ts';
import { errorLink, formerAnchors, type Html, html, statusLink } from './html.ts';
import { type ErrorRow, ownErrors, type Shared } from './shared.ts';

/** The errors of an operation that not every one has. */
export function errorsOf(operation: OperationObject, shared: Shared): Html {
  const own = ownErrors(operation, shared);
  const statusAnchor = (status: string) => anchorOf('operations', operation.operationId, status);
  const former = Object.keys(operation.responses).filter(
    (status) => Number(status) >= 400 && !own.some((row) => row.status === status),
  );
  return html`${formerAnchors([...former, 'default'].map(statusAnchor))}
${own.length > 0 && errorList(own, statusAnchor)}`;
}

/** @param statusAnchor gives the anchor of the first row of a status */
export function errorList(
  rows: readonly ErrorRow[],
  statusAnchor: (status: string) => string,
): Html {
  const items = rows.map(({ status, code, sentence }, i) => {
    const isFirst = rows[i - 1]?.status !== status;
    const anchor = statusAnchor(status);
    return html`<li${isFirst && html` id="${anchor}"`}>${statusLink(status, anchor)}
<div>${errorLink(code)} <span class="sentence">${sentence}</span></div></li>
`;
  });
  return html`<ul class="plain errors">${items}</ul>`;
}
