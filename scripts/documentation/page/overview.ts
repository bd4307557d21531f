// The first screen of the page.

import { BASE_ADDRESSES } from '../../../src/platform/docs/placeholders.ts';
import type { Operation } from '../../contract/index.ts';
import { anchorOf } from './anchors.ts';
import { code, type Html, html, methodLabel, stability } from './html.ts';
import { samplesOf, statusExamples } from './panel.ts';
import { prose } from './prose.ts';
import type { Site } from './site.ts';

/** The first screen: what the API is, where to go on, a request with its response, operations. */
export function overview({ info, introduction, operations, guides }: Site): Html {
  const [first] = operations;
  const [firstSteps] = guides;
  return html`<section class="operation overview" aria-label="Overview">
<div class="text"><h1 dir="auto">${info.title}</h1>
${info.summary && html`<p class="lead">${info.summary}</p>`}
<p class="ways">
${firstSteps && html`<a class="button primary" href="#${firstSteps.id}">${firstSteps.title}</a>`}
<a class="button" href="#operations">Operations</a></p>
${{ html: BASE_ADDRESSES }}
${prose(introduction)}</div>
${first && sampleAndResponse(first)}
<div class="wide">
<h2 id="operations"><a href="#operations">Operations</a></h2>
<table class="definitions">
<thead><tr><th>Operation</th><th>Request</th><th>Scope</th><th>Stability</th></tr></thead>
<tbody>${operations.map(operationRow)}</tbody></table></div>
</section>
`;
}

function sampleAndResponse(operation: Operation): Html {
  const [response] = operation.responses;
  const examples = response && statusExamples('overview', response, true);
  return html`<div class="panel" tabindex="0" role="region" aria-label="A request and its response">
${samplesOf(operation)}
<div class="code examples">${examples}</div>
</div>`;
}

function operationRow(operation: Operation): Html {
  const { method, route } = operation;
  const anchor = anchorOf('operations', operation.operationId);
  const scopes = operation.scopes.map(code);
  const label = stability(operation) || operation.stability;
  // In a narrow window, a path can need two lines.
  const parts = route.split(/(?=\/)/).map((part) => html`<wbr>${part}`);
  return html`<tr><th scope="row" dir="auto"><a href="#${anchor}">${operation.summary}</a></th>
<td>${methodLabel(method)} <code dir="auto" class="long">${parts}</code></td><td data-title="Scope">${scopes}</td>
<td data-title="Stability">${label}</td></tr>
`;
}
