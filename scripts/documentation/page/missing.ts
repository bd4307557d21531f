// The page that a browser gets for an address without a page.

import { SITE } from '../../../src/platform/docs/placeholders.ts';
import { documentHtml } from './document.ts';
import { html } from './html.ts';
import type { Site } from './site.ts';

export function missingPage(site: Site): string {
  return documentHtml(site, {
    title: `Page not found – ${site.info.title}`,
    documentation: `${SITE}docs`,
    contents: html``,
    main: html`<section class="guide"><h1>Page not found</h1>
<p>There is no page at this address. Search, or go to the <a href="${SITE}docs">documentation</a>.
</p></section>`,
  });
}
