// An operation, on the page.

import { SITE } from '../../../src/platform/docs/placeholders.ts';
import {
  type Content,
  type Direction,
  type FoundOperation,
  type OperationObject,
  responsesOf,
  type Schemas,
  scopesOfOperation,
} from '../../contract/index.ts';
import { describeSchema } from '../schemas/describe-schema.ts';
import { anchorOf } from './anchors.ts';
import { errorsOf } from './errors.ts';
import { code, type Html, html, methodLabel, stability, stabilityOf, statusLink } from './html.ts';
import { panel } from './panel.ts';
import { parametersOf } from './parameters.ts';
import { descriptionProse, prose } from './prose.ts';
import { ownHeaders } from './shared.ts';
import type { Site } from './site.ts';
import { tryDialog } from './try.ts';
import { descriptionHtml, partsHtml, presence, typeHtml, values } from './values.ts';

const DESCRIBED_ONCE = html`<p class="note">
<a href="#every-operation">Errors of every operation</a> and
<a href="#headers-of-every-response">headers of every response</a> are described once.</p>`;

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Request headers'],
] as const;

/** An operation: its description, and beside it samples and examples. */
export function operationSection(found: FoundOperation, { schemas, shared }: Site): Html {
  const { operation, method, path } = found;
  const { operationId, summary, description = '', requestBody } = operation;
  const anchor = anchorOf('operations', operationId);
  const parameters = parametersOf(operation, schemas);
  const headers = ownHeaders(operation, schemas, shared);
  const scopes = scopesOfOperation(operation).map(code);
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}/title">
<div class="text">
<h3 id="${anchor}/title" dir="auto"><a href="#${anchor}">${summary}</a></h3>
<p class="endpoint">${methodLabel(method)} ${code(path)} ${stability(operation)}
${scopes.length > 0 && html`<span class="type"><a href="#scopes">Scope</a> ${scopes}</span>`}
<button type="button" class="try primary" data-operation="${operationId}">Try it</button></p>
<div class="description">${descriptionProse(description, stabilityOf(operation))}${successorInVersion(operation)}</div>
</div>
${panel(found, shared)}
<div class="text details">
${PLACES.map(([place, title]) => {
  const inPlace = parameters.filter((one) => one.in === place);
  return inPlace.length > 0 && part(title, values(inPlace));
})}
${requestBody && requestBodyPart(operation, requestBody, schemas)}
${part('Responses', successes(operation, schemas))}
${headers.length > 0 && part('Response headers', values(headers))}
${part('Errors', errorsOf(operation, shared))}
${shared.errors.length > 0 && DESCRIBED_ONCE}
</div>
${tryDialog(found, parameters)}
</section>
`;
}

/** What replaces an operation in a later major version. */
function successorInVersion({ 'x-successor': successor = '' }: OperationObject): Html | false {
  const [, version, operationId] = /^(v\d+)\.(\w+)$/.exec(successor) ?? [];
  if (version === undefined || operationId === undefined) return false;
  const href = `${SITE}${version}/docs#${anchorOf('operations', operationId)}`;
  return html`<p>Use <a href="${href}">${code(successor)}</a> instead.</p>`;
}

function part(title: Html | string, content: Html | readonly Html[]): Html {
  return html`<div class="part"><h4>${title}</h4>
${content}</div>
`;
}

function requestBodyPart(
  { operationId }: OperationObject,
  { description, required = false, content }: NonNullable<OperationObject['requestBody']>,
  schemas: Schemas,
): Html {
  const anchor = anchorOf('operations', operationId, 'body');
  const body = bodyOf(content, anchor, schemas, 'request', description);
  const title = html`Request body ${presence(required)}`;
  return html`<div id="${anchor}">${part(title, body)}</div>`;
}

function successes(operation: OperationObject, schemas: Schemas): Html[] {
  const { successes, notModified } = responsesOf(operation);
  return [...successes, ...notModified].map(([status, { description, content = {} }]) => {
    const anchor = anchorOf('operations', operation.operationId, status);
    return html`<div id="${anchor}" class="response"><div class="response-head">
${statusLink(status, anchor)}<div class="description">${prose(description)}</div></div>
${bodyOf(content, anchor, schemas, 'response')}</div>
`;
  });
}

/** A body. @param description of a request, which replaces the description of the schema */
function bodyOf(
  content: Content,
  anchor: string,
  schemas: Schemas,
  direction: Direction,
  description?: string,
): Html {
  const [[mediaType, media] = []] = Object.entries(content);
  if (mediaType === undefined) return html`<p class="note">No body.</p>`;
  const described = describeSchema(media?.schema, schemas, direction);
  const isDescribedElsewhere = described.type === described.object;
  const own = isDescribedElsewhere ? '' : described.description;
  const shown = { ...described, description: description ?? own };
  return html`<p class="value-head">${code(mediaType)}
<span class="type">${typeHtml(described)}</span></p>
${descriptionHtml(shown)}${partsHtml(described, anchor)}`;
}
