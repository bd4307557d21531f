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
import { headersOf } from './headers.ts';
import { code, formerAnchors, type Html, html, methodLabel, stability } from './html.ts';
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
  const own = headersOf(operation, schemas).filter((header) => !shared.isSharedHeader(header));
  const scopes = scopesOfOperation(operation);
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}/title">
${formerAnchors(tags.flatMap((tag) => formerOperationAnchors(operationId, tag)))}
<div class="text">
<h3 id="${anchor}/title" dir="auto"><a href="#${anchor}">${summary}</a></h3>
<p class="endpoint">${methodLabel(method)} ${code(path)} ${stability(operation)}
<button type="button" class="try primary" data-operation="${operationId}">Try it</button></p>
${scopes.length > 0 && html`<p class="note"><a href="#scopes">Requires the scope</a> ${scopes.map(code)}</p>`}
<div class="description">${prose(withSeeAlso(description, operation.externalDocs))}</div>
${PLACES.map(([place, title]) => {
  const parameters = parametersOf(operation, schemas).filter((one) => one.in === place);
  return parameters.length > 0 && part(title, values(parameters));
})}
${requestBody && requestBodyPart(operation, requestBody, schemas)}
${part('Responses', successes(operation, schemas))}
${part('Response headers', html`${own.length > 0 && values(own)}${SHARED_HEADERS}`)}
${part('Errors', errors(operation, shared))}
</div>
${panel(found, shared)}
${tryDialog(found, parametersOf(operation, schemas))}
</section>
`;
}

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;

/** A guide has a table of them. */
const SHARED_HEADERS = html`<p class="note">
<a href="#headers-of-every-response">Headers of every response</a></p>`;

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
