import { type Section, sectionsIn } from '../sections.ts';
import { contentsLink, type Html, html } from './html.ts';
import { prose } from './prose.ts';

/** A guide: one column, with its code below the sentence that speaks of it. */
export function guideSection({ id, title, markdown }: Section): Html {
  const { sections } = sectionsIn(markdown, 3);
  return html`<section class="guide" aria-labelledby="${id}">
${sections.length > 0 && onThisPage(title, sections)}
<div class="column">${prose(markdown)}</div></section>
`;
}

/** What a guide has at its right, where there is room. */
function onThisPage(guide: string, sections: readonly Section[]): Html {
  const links = sections.map(({ id, title }) => contentsLink(id, title));
  return html`<nav class="on-this-page" aria-label="On this page: ${guide}">
<p class="group">On this page</p><ul class="plain">${links}</ul></nav>
`;
}
