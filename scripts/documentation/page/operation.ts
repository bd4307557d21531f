// An operation, on the page.

import { SITE } from '../../../src/platform/docs/placeholders.ts';
import type { Body, Direction, Operation, RequestBody } from '../../contract/index.ts';
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
export function operationSection(operation: Operation, { shared }: Site): Html {
  const { operationId, summary, description = '', method, route, requestBody } = operation;
  const anchor = anchorOf('operations', operationId);
  const parameters = parametersOf(operation);
  const headers = ownHeaders(operation, shared);
  const scopes = operation.scopes.map(code);
  return html`<section class="operation" id="${anchor}" aria-labelledby="${anchor}/title">
<div class="text">
<h3 id="${anchor}/title" dir="auto"><a href="#${anchor}">${summary}</a></h3>
<p class="endpoint">${methodLabel(method)} ${code(route)} ${stability(operation)}
${scopes.length > 0 && html`<span class="type"><a href="#scopes">Scope</a> ${scopes}</span>`}
<button type="button" class="try primary" data-operation="${operationId}"
aria-label="Try it: ${summary}">Try it</button></p>
<div class="description">${descriptionProse(description, stabilityOf(operation))}${successorInVersion(operation)}</div>
</div>
${panel(operation, shared)}
<div class="text details">
${PLACES.map(([place, title]) => {
  const inPlace = parameters.filter((one) => one.in === place);
  return inPlace.length > 0 && part(title, values(inPlace));
})}
${requestBody && requestBodyPart(operationId, requestBody)}
${part('Responses', successes(operation))}
${headers.length > 0 && part('Response headers', values(headers))}
${part('Errors', errorsOf(operation, shared))}
${shared.errors.length > 0 && DESCRIBED_ONCE}
</div>
${tryDialog(operation, parameters)}
</section>
`;
}

/** What replaces an operation in a later major version. */
function successorInVersion({ deprecation }: Operation): Html | false {
  const { successor = '' } = deprecation ?? {};
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
  operationId: string,
  { description, isRequired, body }: RequestBody,
): Html {
  const anchor = anchorOf('operations', operationId, 'body');
  const title = html`Request body ${presence(isRequired)}`;
  return html`<div id="${anchor}">${part(title, bodyOf(body, anchor, 'request', description))}</div>`;
}

function successes({ operationId, responses }: Operation): Html[] {
  const others = responses.filter(({ kind }) => kind !== 'error');
  return others.map(({ status, description, body }) => {
    const anchor = anchorOf('operations', operationId, status);
    return html`<div id="${anchor}" class="response"><div class="response-head">
${statusLink(status, anchor)}<div class="description">${prose(description)}</div></div>
${bodyOf(body, anchor, 'response')}</div>
`;
  });
}

/** A body. @param description of a request, which replaces the description of the schema */
function bodyOf(
  body: Body | undefined,
  anchor: string,
  direction: Direction,
  description?: string,
): Html {
  if (!body) return html`<p class="note">No body.</p>`;
  const described = describeSchema(body.schema, direction);
  const isDescribedElsewhere = described.type === described.object?.name;
  const own = isDescribedElsewhere ? '' : described.description;
  const shown = { ...described, description: description ?? own };
  return html`<p class="value-head">${code(body.mediaType)}
<span class="type">${typeHtml(described)}</span></p>
${descriptionHtml(shown)}${partsHtml(described, anchor)}`;
}
