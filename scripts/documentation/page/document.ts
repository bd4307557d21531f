// The parts that all pages have around their content.

import { SAME_VERSION, SITE } from '../../../src/platform/docs/placeholders.ts';
import { type Html, html } from './html.ts';
import type { Site } from './site.ts';

interface DocumentOptions {
  readonly title: string;
  /** The address of the page with the guides and the operations; empty on that page. */
  readonly documentation: string;
  /** What this page alone loads. */
  readonly head?: Html;
  /** The links of the side bar. */
  readonly contents: Html;
  readonly main: Html;
}

export function documentHtml(site: Site, options: DocumentOptions): string {
  const { account, asset, basePath, info, searchFile } = site;
  const base = `${SITE}${basePath.slice(1)}`;
  const { title, documentation, head, contents, main } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${info.summary ?? info.title}">
<link rel="stylesheet" href="${asset('page.css')}">
<script src="${asset('head.js')}"></script>
<script type="module" blocking="render" src="${asset('page.js')}"></script>
<link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}">
${head}</head>
<body data-search="${asset('search.js')}" data-index="${asset(searchFile)}"
data-try="${asset('try.js')}" data-documentation="${documentation}"
data-root="${SITE}" data-base="${base}"${account && html` data-account="${base}/account"`}>
<a class="visually-hidden" href="#main">Skip to content</a>
${topBar(site)}
<div class="columns">
<nav id="navigation" class="navigation" popover="auto" aria-label="Contents">
${menuTop(site)}${contents}</nav>
<main id="main" tabindex="-1">${main}</main>
</div>
${searchDialog()}
<div id="announcement" class="announcement" role="status"></div>
</body>
</html>
`.html;
}

function documents({ account }: Site): Html {
  return html`${account && html`<a href="${SITE}docs/account">Account</a>`}
<a href="${SITE}docs/changelog">Changelog</a>
<a href="${SAME_VERSION}openapi.json">OpenAPI</a>
<a href="${SAME_VERSION}docs.md">Markdown</a>`;
}

/** What the menu of a phone has above the contents. */
function menuTop(site: Site): Html {
  return html`<div class="menu-top"><button type="button" class="menu-search">Search</button>
<button type="button" popovertarget="navigation" popovertargetaction="hide">Close</button>
<p>${documents(site)} <span class="version">${site.info.version}</span></p></div>`;
}

function topBar(site: Site): Html {
  const { info, asset } = site;
  const { title, version } = info;
  return html`<header class="top">
<button type="button" class="menu" popovertarget="navigation">Menu</button>
<a class="home" href="${SAME_VERSION}docs">
<img src="${asset('favicon.svg')}" alt="" width="26" height="26"> ${title}</a>
<span class="version">${version}</span>
<button type="button" class="search-button" aria-keyshortcuts="Control+K">Search
<kbd>Ctrl K</kbd></button>
<nav aria-label="Documents">${documents(site)}</nav>
<button type="button" class="theme" aria-pressed="false" aria-label="Dark mode">
<svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
<circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5"/>
<path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor"/></svg></button>
</header>`;
}

/** A dialog that search.js fills when it is first opened. */
function searchDialog(): Html {
  return html`<dialog id="search" class="dialog search" aria-label="Search">
<form method="dialog" class="dialog-top">
<input type="search" aria-label="Search the documentation" aria-controls="search-results"
autocomplete="off" spellcheck="false" placeholder="Search guides, operations, fields, errors">
<button type="submit">Close</button></form>
<p class="note" role="status"></p>
<ul id="search-results" class="plain search-results"></ul>
</dialog>`;
}

/** A group of links in the side bar. */
export function group(title: string, links: readonly Html[]): Html {
  return html`<p class="group" dir="auto">${title}</p><ul class="plain">${links}</ul>
`;
}
