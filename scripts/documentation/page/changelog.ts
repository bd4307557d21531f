// The page with the changelog.

import { Marked } from 'marked';
import { SITE } from '../../../src/platform/docs/placeholders.ts';
import { headingId, type Section, sectionsIn } from '../sections.ts';
import { documentHtml, group } from './document.ts';
import { contentsLink, type Html, html } from './html.ts';
import { MARKDOWN, prose } from './prose.ts';
import type { Site } from './site.ts';

const LONGEST_ANCHOR = 60;
/** The kinds of changes in the colours of statuses; others are blue. */
const KINDS: Readonly<Record<string, string>> = { breaking: '4', removed: '4', added: '2' };

/** What has changed for API consumers, by version. */
export function changelogPage(site: Site, changelog: string): string {
  const { introduction, sections: releases } = sectionsIn(changelog, 2);
  const page = documentHtml(site, {
    title: `Changelog – ${site.info.title}`,
    documentation: `${SITE}docs`,
    contents: group(
      'Releases',
      releases.map(({ id, title }) => contentsLink(id, title)),
    ),
    main: html`<h1>Changelog</h1>${prose(introduction.replace(/^# .*/, ''))}
${releases.map(releaseCard)}`,
  });
  // Errors and guides are on the other page.
  return page.replaceAll(/href="#([^"]+)"/g, (link, id) =>
    page.includes(`id="${id}"`) ? link : `href="${SITE}docs#${id}"`,
  );
}

/** A release. Each kind of changes, and each change, has an anchor. */
function releaseCard({ id: release, markdown }: Section): Html {
  const marked = new Marked(MARKDOWN, {
    renderer: {
      heading({ depth, text }) {
        if (depth !== 3) return false;
        const kind = headingId(text);
        const anchor = `${release}/${kind}`;
        return html`<h3 id="${anchor}">
<a class="status status-${KINDS[kind] ?? '3'}" href="#${anchor}">${text}</a></h3>
`.html;
      },
      listitem({ tokens }) {
        const entry = this.parser.parse(tokens);
        const words = headingId(entry.replaceAll(/<[^>]*>|&\w+;/g, ' '));
        const anchor = `${release}/${words.slice(0, LONGEST_ANCHOR)}`;
        return html`<li id="${anchor}">${{ html: entry }}&nbsp;<a class="type" href="#${anchor}"
aria-label="This entry">#</a></li>
`.html;
      },
    },
  });
  const content = { html: marked.parse(markdown, { async: false }) };
  return html`<section class="release" aria-labelledby="${release}">${content}</section>
`;
}
