import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import { escapeHtml } from './escape-html.ts';
import { FEED_PATH } from './feed.ts';
import { CHANGELOG } from './published-contract.ts';

/*
 * The HTML of the documentation: its text comes from the contract and the changelog, and the browser
 * adds the operations (browser/page.js).
 */

/** What a page links to: relative, so that it also works where a proxy serves it below a prefix. */
export interface Links {
  /** Leads from the page to the root of the service. */
  readonly root: '.' | '..';
  /** The URL of an asset, from the page. */
  readonly assetUrl: (name: string) => string;
}

const { title, version, summary } = contract.document.info;

/** The guides and the operations. */
export function documentationPage(links: Links): string {
  const { root, assetUrl } = links;
  const { guides } = documentation;
  const scripts = ['swagger-ui-bundle.js', 'page.js'].map(
    (name) => `<script defer src="${assetUrl(name)}"></script>`,
  );
  return renderPage(links, {
    title,
    markdown: 'docs.md',
    head: [stylesheet(assetUrl('swagger-ui.css')), ...scripts].join('\n'),
    body: `
${tableOfContents(guides, '<a class="operations" href="#operations">Operations</a>')}
<main>
<article>
<h1>${escapeHtml(title)}</h1>
<p class="summary">${escapeHtml(summary)}</p>
${guides.html}
</article>
<section id="operations" aria-labelledby="operations-title">
<h2 id="operations-title">Operations</h2>
<noscript><p>Without JavaScript, read them in <a href="${root}/openapi.yaml">openapi.yaml</a>.</p></noscript>
<div id="swagger-ui" data-contract="${root}/openapi.json"></div>
</section>
</main>`,
  });
}

/** What has changed for API consumers, by version. */
export function changelogPage(links: Links): string {
  const { changelog } = documentation;
  return renderPage(links, {
    title: `${CHANGELOG.title} – ${title}`,
    markdown: `${CHANGELOG.path}.md`,
    head: '',
    body: `${tableOfContents(changelog, '')}\n<main>\n<article>\n${changelog.html}\n</article>\n</main>`,
  });
}

interface Page {
  readonly title: string;
  /** The same as Markdown, relative to the root of the service. */
  readonly markdown: string;
  readonly head: string;
  readonly body: string;
}

function renderPage({ root, assetUrl }: Links, page: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" type="image/svg+xml" href="${assetUrl('favicon.svg')}">
<link rel="alternate" type="text/markdown" href="${root}/${page.markdown}">
<link rel="alternate" type="application/atom+xml" title="${CHANGELOG.title}" href="${root}/${FEED_PATH}">
${page.head}
${stylesheet(assetUrl('page.css'))}
</head>
<body>
<header>
<a class="name" href="${root}/docs"><img src="${assetUrl('favicon.svg')}" alt="" width="28" height="28"> ${escapeHtml(title)}</a>
<span class="version">${version}</span>
<nav aria-label="Documents">
<a href="${root}/${CHANGELOG.path}">${CHANGELOG.title}</a>
<a href="${root}/openapi.json">openapi.json</a>
<a href="${root}/openapi.yaml">openapi.yaml</a>
</nav>
</header>
<div class="columns">
${page.body}
</div>
</body>
</html>
`;
}

interface Document {
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

function tableOfContents({ sections }: Document, lastLink: string) {
  const links = sections.map(({ id, title }) => `<a href="#${id}">${escapeHtml(title)}</a>`);
  return `<nav class="contents" aria-label="Contents">\n${[...links, lastLink].join('\n')}\n</nav>`;
}

function stylesheet(url: string) {
  return `<link rel="stylesheet" href="${url}">`;
}
