import { BASE_ADDRESSES, SITE } from '../../../src/docs/placeholders.ts';
import { withSeeAlso } from '../described/see-also.ts';
import {
  FORMER_OPERATIONS_ANCHORS,
  formerTagAnchors,
  objectAnchor,
  operationAnchor,
  tagAnchor,
} from './anchors.ts';
import { contentsLink, documentHtml, group } from './document.ts';
import { type Guide, guideSections, guidesIn } from './guides.ts';
import { formerAnchors, type Html, html, methodLabel, stability } from './html.ts';
import { objectSections } from './objects.ts';
import { operationSection } from './operation.ts';
import { prose } from './prose.ts';
import type { Site, Tag } from './site.ts';

/*
 * The pages for people, made of the complete contract, the guides and the changelog.
 */

/** Overview and first steps, the operations and their objects, and then the other guides. */
export function documentationPage(site: Site): string {
  const { info, introduction, objects } = site;
  const [firstSteps, ...guides] = site.guides;
  const main = html`<div class="guide">
<h1 dir="auto">${info.title}</h1>
${info.summary && html`<p>${info.summary}</p>`}
${prose(withSeeAlso('', site.externalDocs))}
${prose(introduction)}
${{ html: BASE_ADDRESSES }}
</div>
${firstSteps && guideSections([firstSteps])}
${formerAnchors(FORMER_OPERATIONS_ANCHORS)}
${site.tags.map((tag) => tagSection(tag, site))}
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
        const label = operation['x-stability'] !== 'stable' || operation.deprecated;
        const title = html`${methodLabel(method)} <span dir="auto">${operation.summary}</span>
 ${label && stability(operation)}`;
        return contentsLink({ id: operationAnchor(operation.operationId), title });
      }),
    ),
  )}${group(
    'Objects',
    objects.map(({ name }) => contentsLink({ id: objectAnchor(name), title: name })),
  )}${group('Guides', guides.map(guideLink))}`;
}

function guideLink({ id, title, sections: [, ...below] }: Guide): Html {
  return contentsLink(
    { id, title },
    below.map((section) => contentsLink(section)),
  );
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
    main: html`<div class="guide">${prose(introduction)}</div>${guideSections(releases)}`,
  });
  // Errors and guides are on the other page.
  return page.replaceAll(/href="#([^"]+)"/g, (link, id) =>
    page.includes(`id="${id}"`) ? link : `href="${SITE}docs#${id}"`,
  );
}
