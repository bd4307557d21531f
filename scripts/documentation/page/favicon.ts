// The picture of a service that has none of its own, in openapi/favicon.svg: a letter.

import { html } from './html.ts';

/** @param title of the contract */
export function faviconOf(title: string): string {
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<title>${title}</title>
<rect width="32" height="32" rx="7" fill="#1f5f4a"/>
<text x="16" y="23" fill="#fff" font-family="sans-serif" font-size="20" text-anchor="middle">
${[...title].slice(0, 1)}</text>
</svg>
`.html;
}
