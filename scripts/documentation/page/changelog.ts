// The page with the changelog.

import { Marked, type MarkedExtension } from 'marked';
import { SITE } from '../../../src/platform/docs/placeholders.ts';
import { headingId, type Section, sectionsIn } from '../sections.ts';
import { copyAsMarkdown } from './code.ts';
import { documentHtml, group } from './document.ts';
import { contentsLink, errorLink, type Html, html } from './html.ts';
import { isErrorCode, MARKDOWN } from './prose.ts';
import type { Site } from './site.ts';

const LONGEST_ANCHOR = 60;
/** The kinds of changes in the colours of statuses; others are blue. */
const KINDS: Readonly<Record<string, string>> = { breaking: '4', removed: '4', added: '2' };

const DOCUMENTATION = `${SITE}docs`;

/** What has changed for API consumers, by version. */
export function changelogPage(site: Site, changelog: string): string {
  const { introduction, sections: releases } = sectionsIn(changelog, 2);
  const markdown = markdownOf(releases);
  const marked = new Marked(...markdown);
  const text = marked.parse(introduction.replace(/^# .*/, ''), { async: false });
  return documentHtml(site, {
    title: `Changelog – ${site.info.title}`,
    documentation: DOCUMENTATION,
    contents: group(
      'Releases',
      releases.map(({ id, title }) => contentsLink(id, title)),
    ),
    main: html`<h1>Changelog</h1>${{ html: text }}${copyAsMarkdown('changelog', SITE)}
${releases.map((release) => releaseCard(release, markdown))}`,
  });
}

/** How this page renders Markdown. Errors, guides and all but releases are on the other page. */
function markdownOf(releases: readonly Section[]): MarkedExtension[] {
  const isHere = (anchor: string) => releases.some(({ id }) => anchor === `#${id}`);
  return [
    {
      walkTokens(token) {
        if (token.type !== 'link' || isHere(token.href)) return;
        token.href = token.href.replace(/^(?:docs)?(?=#)/, DOCUMENTATION);
      },
    },
    MARKDOWN,
    {
      renderer: {
        codespan: ({ text }) => isErrorCode(text) && errorLink(text, DOCUMENTATION).html,
      },
    },
  ];
}

/** A release. Each kind of changes, and each change, has an anchor. */
function releaseCard(
  { id: release, markdown }: Section,
  extensions: readonly MarkedExtension[],
): Html {
  const ofRelease = new Marked(...extensions, {
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
  const content = { html: ofRelease.parse(markdown, { async: false }) };
  return html`<section class="release" aria-labelledby="${release}">${content}</section>
`;
}
