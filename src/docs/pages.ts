// The pages of this deployment. They are made at generation (scripts/documentation/page/), with
// placeholders for what only a deployment knows.

import { escapeHtml } from './escape-html.ts';
import { BASE_ADDRESSES, EXAMPLE_BASE_URL, SITE } from './placeholders.ts';
import { knownServers, type PageName, type Publication } from './publication.ts';

/** A page as HTML. @param root leads to the root of the service, also behind a prefix of a proxy */
export function renderPage(name: PageName, root: string, publication: Publication): string {
  return publication.documentation.pages[name]
    .replaceAll(`="${SITE}`, () => `="${root}`)
    .replace(BASE_ADDRESSES, () => baseAddresses(publication))
    .replaceAll(EXAMPLE_BASE_URL, () => baseUrl(publication, EXAMPLE_BASE_URL));
}

/**
 * The browser fills in the address that the reader chooses; at first, without PUBLIC_URL, the
 * page's own.
 */
function baseUrl({ productionUrl }: Publication, otherwise: string): string {
  return `<span class="base-url">${escapeHtml(productionUrl ?? otherwise)}</span>`;
}

/** The base addresses, of which the reader chooses the one that samples have. */
function baseAddresses(publication: Publication): string {
  const servers = [...knownServers(publication), { url: '', description: 'This host' }];
  const rows = servers.map(({ url, description: name }, i) => {
    const value = escapeHtml(url);
    const checked = i === 0 ? ' checked' : '';
    const choice = `<input type="radio" name="base-address" value="${value}"${checked}>`;
    const address = value || `<span class="base-url own">${publication.contract.basePath}</span>`;
    return `<div class="base-address"><label>${servers.length > 1 ? choice : ''} ${name}</label>
<code class="long">${address}</code><button type="button" class="copy">Copy</button></div>`;
  });
  return `<div class="base-addresses"><p><b>Base address</b></p>${rows.join('')}</div>`;
}
