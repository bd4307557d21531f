import { BASE_ADDRESSES, SITE } from '../../../src/docs/placeholders.ts';
import {
  examplesOf,
  type FoundOperation,
  type ResponseObject,
  scopesOfOperation,
} from '../../contract/index.ts';
import { withSeeAlso } from '../described/see-also.ts';
import { headingId } from '../guide-list.ts';
import { formerTagAnchors, objectAnchor, operationAnchor, tagAnchor } from './anchors.ts';
import { documentHtml, group } from './document.ts';
import { sharedSection } from './every-operation.ts';
import { type Guide, guideSections, guidesIn } from './guides.ts';
import {
  code,
  contentsLink,
  formerAnchors,
  type Html,
  html,
  methodLabel,
  stability,
} from './html.ts';
import { objectSections } from './objects.ts';
import { operationSection } from './operation.ts';
import { samplesOf, statusExamples } from './panel.ts';
import { prose } from './prose.ts';
import type { Site, Tag } from './site.ts';

/*
 * The pages for people, made of the complete contract, the guides and the changelog.
 */

/** Overview and first steps, the operations and their objects, and then the other guides. */
export function documentationPage(site: Site): string {
  const { info, objects, shared } = site;
  const [firstSteps, ...guides] = site.guides;
  const main = html`${overview(site)}
${firstSteps && guideSections([firstSteps])}
${site.tags.map((tag) => tagSection(tag, site))}
${sharedSection(shared)}
${objectSections(objects)}
${guideSections(guides)}`;
  const options = { title: info.title, markdown: 'docs.md', documentation: '' };
  return documentHtml(site, { ...options, contents: contentsOf(site), main });
}

function contentsOf({ guides: [firstSteps, ...guides], tags, objects }: Site): Html {
  return html`${group('Start', [
    contentsLink({ id: 'main', title: 'Overview' }),
    ...(firstSteps ? [guideLink(firstSteps)] : []),
  ])}${tags.map(({ name, operations }) =>
    group(
      name,
      operations.map(({ operation, method }) => {
        const title = html`${methodLabel(method)} <span dir="auto">${operation.summary}</span>
 ${stability(operation)}`;
        return contentsLink({ id: operationAnchor(operation.operationId), title });
      }),
    ),
  )}${group('Reference', [
    contentsLink({ id: 'every-operation', title: 'Every operation' }),
    ...objects.map(({ name }) => contentsLink({ id: objectAnchor(name), title: name })),
  ])}${group('Guides', guides.map(guideLink))}`;
}

/**
 * The first screen: what it is, where to go on, a request with its response, and the operations.
 */
function overview({ info, externalDocs, introduction, operations, guides }: Site): Html {
  const [first] = operations;
  const [firstSteps] = guides;
  return html`<section class="operation overview" aria-label="Overview">
<div class="text"><h1 dir="auto">${info.title}</h1>
${info.summary && html`<p class="lead">${info.summary}</p>`}
${prose(withSeeAlso('', externalDocs))}
<p class="ways">${firstSteps && html`<a class="button primary" href="#${firstSteps.id}">${firstSteps.title}</a>`}
<a class="button" href="#operations">Operations</a></p>
${{ html: BASE_ADDRESSES }}</div>
${first && sampleAndResponse(first)}
<div class="wide">${formerAnchors(['operations-title'])}<h2 id="operations"><a href="#operations">Operations</a></h2>
<table class="operations"><thead><tr><th>Operation</th><th>Request</th><th>Scope</th><th>Stability</th></tr></thead>
<tbody>${operations.map(operationRow)}</tbody></table>
${prose(introduction)}</div>
</section>
`;
}

function sampleAndResponse({ operation }: FoundOperation): Html {
  const [[status, response] = []] = Object.entries(operation.responses);
  return html`<div class="panel" tabindex="0" role="region" aria-label="A request and its response">
${samplesOf(operation)}
${status && response && html`<div class="code examples">${statusExamples('overview', status, withOneExample(response), true)}</div>`}
</div>`;
}

function withOneExample({ content = {}, ...response }: ResponseObject): ResponseObject {
  const [[mediaType = '', media = {}] = []] = Object.entries(content);
  const [example] = examplesOf(media);
  return { ...response, content: { [mediaType]: { example: example?.value } } };
}

function operationRow({ operation, method, path }: FoundOperation): Html {
  const link = html`<a href="#${operationAnchor(operation.operationId)}">${operation.summary}</a>`;
  const scopes = scopesOfOperation(operation).map(code);
  const label = stability(operation) || operation['x-stability'];
  return html`<tr><th scope="row" dir="auto">${link}</th><td>${methodLabel(method)} ${code(path)}</td>
<td>${scopes}</td><td>${label}</td></tr>
`;
}

function guideLink({ id, title }: Guide): Html {
  return contentsLink({ id, title });
}

function tagSection({ name, operations, ...tag }: Tag, { schemas, shared }: Site): Html {
  const anchor = tagAnchor(name);
  return html`<section class="tag" aria-labelledby="${anchor}">
${formerAnchors(formerTagAnchors(name))}
<h2 id="${anchor}" dir="auto"><a href="#${anchor}">${name}</a></h2>
${prose(withSeeAlso(tag.description, tag.externalDocs))}
${operations.map((found) => operationSection(found, schemas, shared))}
</section>
`;
}

/** A release as a card, in which each entry can be linked to. */
function releaseSection({ id, markdown }: Guide): Html {
  const written = prose(markdown).html;
  const content = written
    .replaceAll(/<h3 id="([^"]*)" dir="auto"><a href="#[^"]*">/g, (_, kind) => {
      const status = KINDS[kind] ?? 3;
      return `<h3 id="${id}/${kind}"><a class="status status-${status}" href="#${id}/${kind}">`;
    })
    .replaceAll(/<li>(.*?)(?=<\/li>)/gs, (_, entry: string) => {
      const words = headingId(entry.replaceAll(/<[^>]*>|&\w+;/g, ' ')).slice(0, LONGEST_ANCHOR);
      const anchor = `${id}/${words}`;
      return `<li id="${anchor}">${entry} <a class="type" href="#${anchor}" aria-label="This entry">#</a>`;
    });
  return html`<section class="release" aria-labelledby="${id}">${{ html: content }}</section>
`;
}

const LONGEST_ANCHOR = 60;
/** The kinds of changes in the colours of statuses; others are blue. */
const KINDS: Readonly<Record<string, number>> = { breaking: 4, removed: 4, added: 2 };

/** What a browser gets where there is no page. */
export function missingPage(site: Site): string {
  const main = html`<section class="guide"><h1>Page not found</h1>
<p>There is no page at this address. Search, or go to the <a href="${SITE}docs">documentation</a>.</p></section>`;
  const title = `Page not found – ${site.info.title}`;
  return documentHtml(site, { title, documentation: `${SITE}docs`, contents: html``, main });
}

/** What has changed for API consumers, by version. */
export function changelogPage(site: Site, changelog: string): string {
  const { introduction, guides: releases } = guidesIn(changelog);
  const page = documentHtml(site, {
    title: `Changelog – ${site.info.title}`,
    documentation: `${SITE}docs`,
    contents: group(
      'Releases',
      releases.map((release) => contentsLink(release)),
    ),
    main: html`<h1>Changelog</h1>${prose(introduction.replace(/^# .*/, ''))}${releases.map(releaseSection)}`,
  });
  // Errors and guides are on the other page.
  return page.replaceAll(/href="#([^"]+)"/g, (link, id) =>
    page.includes(`id="${id}"`) ? link : `href="${SITE}docs#${id}"`,
  );
}
