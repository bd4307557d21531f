import {
  type Content,
  type Direction,
  divided,
  type FoundOperation,
  type OperationObject,
  type Schemas,
  scopesOfOperation,
} from '../../contract/index.ts';
import { describeSchema } from '../described/schema.ts';
import { withSeeAlso } from '../described/see-also.ts';
import { formerOperationAnchors, inOperation, operationAnchor } from './anchors.ts';
import { errors, status } from './errors.ts';
import { type Header, headersOf } from './headers.ts';
import { callout, code, formerAnchors, type Html, html, methodLabel, stability } from './html.ts';
import { panel } from './panel.ts';
import { parametersOf } from './parameters.ts';
import { prose } from './prose.ts';
import type { Shared } from './shared.ts';
import { tryDialog } from './try.ts';
import { descriptionOf, partsOf, presence, typeOf, values } from './values.ts';

/** An operation: its description, and beside it samples and examples. */
export function operationSection(found: FoundOperation, schemas: Schemas, shared: Shared): Html {
  const { operation, method, path } = found;
  const { operationId, summary, description = '', tags = [], requestBody } = operation;
  const anchor = operationAnchor(operationId);
  const own = ownHeaders(operation, schemas, shared);
  const shown = new Set(own.map((header) => header.anchor));
  const hidden = headersOf(operation, schemas).filter(
    (header) => !header.isInAll && !shown.has(header.anchor),
  );
  const scopes = scopesOfOperation(operation);
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}/title">
${formerAnchors(tags.flatMap((tag) => formerOperationAnchors(operationId, tag)))}
<div class="text">
<h3 id="${anchor}/title" dir="auto"><a href="#${anchor}">${summary}</a></h3>
<p class="endpoint">${methodLabel(method)} ${code(path)} ${stability(operation)}
${scopes.length > 0 && html`<span class="type"><a href="#scopes">Scope</a> ${scopes.map(code)}</span>`}
<button type="button" class="try primary" data-operation="${operationId}">Try it</button></p>
${descriptionParts(withSeeAlso(description, operation.externalDocs))}
</div>
${panel(found, shared)}
<div class="text details">
${PLACES.map(([place, title]) => {
  const parameters = parametersOf(operation, schemas).filter((one) => one.in === place);
  return parameters.length > 0 && part(title, values(parameters));
})}
${requestBody && requestBodyPart(operation, requestBody, schemas)}
${part('Responses', successes(operation, schemas))}
${own.length > 0 && part('Response headers', values(own))}
${formerAnchors(hidden.map((header) => header.anchor))}
${part('Errors', errors(operation, shared))}
${EVERY_OPERATION}
</div>
${tryDialog(found, parametersOf(operation, schemas))}
</section>
`;
}

/** A description, whose paragraph on the stability of the operation is not missed. */
function descriptionParts(description: string): Html {
  const paragraphs = description.split('\n\n').map((paragraph) => {
    const [, kind] = /^This operation is (deprecated|experimental|beta)/.exec(paragraph) ?? [];
    return kind ? callout(kind, prose(paragraph)) : prose(paragraph);
  });
  return html`<div class="description">${paragraphs}</div>`;
}

/** Those of its successes, and of errors that not every operation has. */
export function ownHeaders(operation: OperationObject, schemas: Schemas, shared: Shared): Header[] {
  const own = new Set(
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const isOwn = Number(status) < 400 || !shared.isSharedError(status, response);
      return isOwn ? status : [];
    }),
  );
  const isShared = ({ key }: Header) =>
    shared.headers.some((one) => one.key === key && one.isInAll);
  return headersOf(operation, schemas).filter(
    (header) => !isShared(header) && header.statuses.some((one) => own.has(one)),
  );
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;

const EVERY_OPERATION = html`<p class="note"><a href="#every-operation">Errors of every operation</a> and
<a href="#headers-of-every-response">headers of every response</a> are described once.</p>`;

function part(title: string, content: Html, note?: Html): Html {
  return html`<div class="part"><div class="part-head"><h4>${title}</h4> ${note}</div>
${content}</div>
`;
}

function requestBodyPart(
  { operationId }: OperationObject,
  { description, required = false, content }: NonNullable<OperationObject['requestBody']>,
  schemas: Schemas,
): Html {
  const anchor = inOperation(operationId, 'body');
  const body = bodyOf(content, anchor, schemas, 'request', description);
  return html`<div id="${anchor}">${part('Request body', body, presence(required))}</div>`;
}

function successes(operation: OperationObject, schemas: Schemas): Html {
  const all = divided(operation).successes.map(([name, { description, content = {} }]) => {
    const anchor = inOperation(operation.operationId, name);
    return html`<div id="${anchor}" class="response">
<div class="response-head">${status(name, anchor)}<div class="description">${prose(description)}</div></div>
${bodyOf(content, anchor, schemas, 'response', description)}</div>
`;
  });
  return html`${all}`;
}

/** A body. What its schema says is said where nothing else is. */
function bodyOf(
  content: Content,
  anchor: string,
  schemas: Schemas,
  direction: Direction,
  description: string | undefined,
): Html {
  const [[mediaType, media] = []] = Object.entries(content);
  if (mediaType === undefined) return html`<p class="note">No body.</p>`;
  const described = describeSchema(media?.schema, schemas, direction);
  const said = direction === 'request' ? (description ?? described.description) : '';
  return html`<p class="value-head">${code(mediaType)} <span class="type">${typeOf(described)}</span></p>
${descriptionOf({ ...described, description: said })}${partsOf(described, anchor)}`;
}
