import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ASSET, SITE } from '../../../src/docs/placeholders.ts';
import type { Info, Site } from './index.tsx';
import { Navigation } from './navigation.tsx';
import { LanguageStyle, languageKey } from './samples.tsx';

/*
 * What all pages have around their content.
 */

export interface DocumentProps {
  readonly info: Info;
  readonly title: string;
  /** The same as Markdown, relative to the root of the service. */
  readonly markdown?: string;
  readonly languages: Site['languages'];
  /** Leads from the page to the one with the guides and the operations. */
  readonly documentation: string;
  readonly navigation: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A whole document. */
export function renderDocument(element: VNode): string {
  return `<!doctype html>\n${renderToString(element)}\n`;
}

export function Document(props: DocumentProps) {
  const { info, title, markdown, documentation, navigation, children } = props;
  const languages = props.languages.map(({ label }) => label);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="stylesheet" href={`${ASSET}page.css`} />
        <script src={`${ASSET}head.js`} data-languages={languages.map(languageKey).join(' ')} />
        <script type="module" src={`${ASSET}page.js`} />
        <link rel="icon" type="image/svg+xml" href={`${ASSET}favicon.svg`} />
        {markdown && <link rel="alternate" type="text/markdown" href={`${SITE}${markdown}`} />}
        <LanguageStyle languages={languages} />
      </head>
      <body
        data-search={`${ASSET}search.js`}
        data-index={`${ASSET}search.json`}
        data-documentation={documentation}
        data-try={`${ASSET}try.js`}
        data-contract={`${SITE}openapi.json`}
      >
        <a class="skip" href="#main">
          Skip to content
        </a>
        <TopBar info={info} />
        <div class="columns">
          <Navigation>{navigation}</Navigation>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
        <SearchDialog />
        <p id="announcement" class="announcement visually-hidden" role="status" />
      </body>
    </html>
  );
}

function TopBar({ info: { title, version } }: Pick<DocumentProps, 'info'>) {
  return (
    <header class="top">
      <button type="button" class="menu" popovertarget="navigation">
        Menu
      </button>
      <a class="name" href={`${SITE}docs`}>
        <img src={`${ASSET}favicon.svg`} alt="" width="26" height="26" /> {title}
      </a>
      <span class="version">{version}</span>
      <button type="button" class="search-button" aria-keyshortcuts="Control+K">
        Search <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label="Documents">
        <a href={`${SITE}docs/changelog`}>Changelog</a>
        <a href={`${SITE}openapi.json`}>OpenAPI</a>
        <a href={`${SITE}docs.md`}>Markdown</a>
      </nav>
      <button type="button" class="theme" aria-pressed="false" aria-label="Dark mode">
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" stroke-width="1.5" />
          <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
        </svg>
      </button>
    </header>
  );
}

/** It is filled when it is first opened. */
function SearchDialog() {
  return (
    <dialog id="search" class="search" aria-label="Search">
      <form method="dialog" class="search-form">
        <input
          type="search"
          aria-label="Search the documentation"
          aria-controls="search-results"
          autocomplete="off"
          spellcheck={false}
          placeholder="Search guides, operations, fields, errors"
        />
        <button type="submit">Close</button>
      </form>
      <p class="search-note" role="status" />
      <ul id="search-results" class="search-results" />
    </dialog>
  );
}
