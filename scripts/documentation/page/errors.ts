import { divided, type OperationObject, type ResponseObject } from '../../contract/index.ts';
import { errorAnchor, inOperation } from './anchors.ts';
import { code, formerAnchors, type Html, html } from './html.ts';
import { prose } from './prose.ts';
import { codesIn, errorExamples, type Shared } from './shared.ts';

/** The errors of an operation, each code once. Of those that all operations have, the guides say what they mean. */
export function errors(operation: OperationObject, shared: Shared): Html {
  const all = divided(operation).errors;
  const own = all.filter((error) => !shared.isSharedError(...error));
  const others = all.filter((error) => shared.isSharedError(...error));
  const item = (name: string, content: Html) => {
    const anchor = inOperation(operation.operationId, name);
    return html`<li id="${anchor}">${status(name, anchor)} ${content}</li>
`;
  };
  return html`<ul class="plain errors">${own.map(([name, response]) => item(name, causes(response)))}</ul>
${formerAnchors([inOperation(operation.operationId, 'default')])}
${others.length > 0 && html`<p class="note">Every operation can also return:</p>`}
<ul class="plain shared-errors">${others.map(([name, response]) => item(name, codes(response)))}</ul>`;
}

/** What a status means, and what each of its codes is sent for. */
function causes(response: ResponseObject): Html {
  const items = codesIn(response).map((name) => {
    const summaries = errorExamples(response).flatMap(({ value, summary }) =>
      value.code === name && summary ? [summary] : [],
    );
    return html`<li>${errorLink(name)}${summaries.length > 0 && `: ${summaries.join('. ')}`}</li>`;
  });
  return html`<div><div class="description">${prose(response.description)}</div>
<ul class="plain">${items}</ul></div>`;
}

function codes(response: ResponseObject): Html {
  return html`${codesIn(response).map((name, i) => html`${i > 0 && ', '}${errorLink(name)}`)}`;
}

function errorLink(name: string): Html {
  return html`<a href="#${errorAnchor(name)}">${code(name)}</a>`;
}

/** A status, which is a link to itself. */
export function status(text: string, anchor: string): Html {
  return html`<a class="status status-${text.charAt(0)}" href="#${anchor}">${text}</a>`;
}
