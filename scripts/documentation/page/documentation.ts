// The page with the overview, first steps, the operations, all other guides, and the objects.

import { SAME_VERSION } from '../../../src/platform/docs/placeholders.ts';
import { type Section, sectionsIn } from '../sections.ts';
import { anchorOf } from './anchors.ts';
import { copyAsMarkdown } from './code.ts';
import { documentHtml, group } from './document.ts';
import { sharedSection } from './errors.ts';
import { contentsLink, type Html, html, methodLabel, stability } from './html.ts';
import { objectSections } from './objects.ts';
import { operationSection } from './operation.ts';
import { overview } from './overview.ts';
import { guideProse, prose } from './prose.ts';
import type { Site, Tag } from './site.ts';

export function documentationPage(site: Site): string {
  const { info, tags, objects, shared } = site;
  const [firstSteps, ...guides] = site.guides;
  return documentHtml(site, {
    title: info.title,
    documentation: '',
    contents: contentsOf(site),
    main: html`${overview(site)}
${firstSteps && guideSection(firstSteps, site)}
${tags.map((tag) => tagSection(tag, site))}
${guides.map((guide) => guideSection(guide, site))}
${sharedSection(shared)}
${objectSections(objects)}`,
  });
}

/** The links of the side bar. */
function contentsOf({ guides, tags, objects, shared }: Site): Html {
  const guideLinks = guides.map(({ id, title }) => contentsLink(id, title));
  const operationLinks = tags.map(({ name, operations }) =>
    group(
      name,
      operations.map((operation) => {
        const title = html`${methodLabel(operation.method)} <span dir="auto">${operation.summary}</span>
 ${stability(operation)}`;
        return contentsLink(anchorOf('operations', operation.operationId), title);
      }),
    ),
  );
  const everyOperation =
    shared.errors.length > 0 ? [contentsLink('every-operation', 'Every operation')] : [];
  const objectLinks = objects.map(({ name }) => contentsLink(anchorOf('objects', name), name));
  return html`${group('Start', [contentsLink('main', 'Overview'), ...guideLinks.slice(0, 1)])}
${operationLinks}
${group('Guides', guideLinks.slice(1))}
${group('Reference', [...everyOperation, ...objectLinks])}`;
}

function tagSection({ name, operations, description = '' }: Tag, site: Site): Html {
  const anchor = anchorOf('tags', name);
  return html`<section class="tag" aria-labelledby="${anchor}">
<h2 id="${anchor}" dir="auto"><a href="#${anchor}">${name}</a></h2>
${prose(description)}
${operations.map((operation) => operationSection(operation, site))}
</section>
`;
}

function guideSection({ id, title, markdown }: Section, { pictures }: Site): Html {
  const { sections } = sectionsIn(markdown, 3);
  return html`<section class="guide" aria-labelledby="${id}">
${sections.length > 0 && onThisPage(title, sections)}
<div class="column">${guideProse(markdown, pictures)}${copyAsMarkdown(id, SAME_VERSION)}</div></section>
`;
}

/** The links to the sections of a guide, which wide windows show at its right. */
function onThisPage(guide: string, sections: readonly Section[]): Html {
  const links = sections.map(({ id, title }) => contentsLink(id, title));
  return html`<nav class="on-this-page" aria-label="On this page: ${guide}">
<p class="group">On this page</p><ul class="plain">${links}</ul></nav>
`;
}
