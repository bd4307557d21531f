// The pages of this deployment. They are made at generation (scripts/documentation/page/), with
// placeholders for what only a deployment knows.

import { knownServers, serviceRoot } from './deployment-addresses.ts';
import { escapeHtml } from './escape-html.ts';
import { BASE_ADDRESSES, CONTACT, EXAMPLE_ORIGIN, SAME_VERSION, SITE } from './placeholders.ts';
import type { PageName, Publication } from './publication.ts';
import { contactOf } from './published-contract.ts';

/** A page as HTML. @param root leads to the root of the service, also behind a prefix of a proxy */
export function renderPage(name: PageName, root: string, publication: Publication): string {
  return (
    publication.documentation.pages[name]
      .replaceAll(`="${SITE}`, () => `="${root}`)
      .replaceAll(`="${SAME_VERSION}`, () => `="${root}${publication.folder}`)
      // Before the base addresses, one of which may be the example's.
      .replaceAll(EXAMPLE_ORIGIN, () => rootUrl(publication))
      .replace(BASE_ADDRESSES, () => versionNote(root, publication) + baseUrlList(publication))
      .replaceAll(CONTACT, () => contactLinks(publication))
  );
}

/**
 * The browser fills in the root of the base address that the reader chooses; at first, without
 * PUBLIC_URL, of the page's own.
 */
function rootUrl(publication: Publication): string {
  return `<span class="root-url">${escapeHtml(serviceRoot(publication))}</span>`;
}

/** Whom readers can ask, with the addresses that are known. */
function contactLinks(publication: Publication): string {
  const { name, url, email } = contactOf(publication);
  const link = (address: string, text: string) =>
    `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`;
  const mail = email === undefined ? [] : [link(`mailto:${email}`, email)];
  if (url !== undefined) return [link(url, name ?? url), ...mail].join(', ');
  return [name === undefined ? [] : escapeHtml(name), mail].flat().join(', ') || 'the operator';
}

/** The version that the page describes, and links to the others. Empty while there are none. */
function versionNote(root: string, { contract, others }: Publication): string {
  if (others.length === 0) return '';
  const links = others.map(({ version, document }) => {
    return `<a href="${root}${version}/docs">${document.info.version}</a>`;
  });
  return `<p class="versions">This page describes version <b>${contract.document.info.version}</b>.
Also served: ${links.join(', ')}.</p>`;
}

/** The base addresses, of which the reader chooses the one that samples have. */
function baseUrlList(publication: Publication): string {
  const servers = [...knownServers(publication), { url: '', description: 'This host' }];
  const rows = servers.map(({ url, description: name }, i) => {
    const value = escapeHtml(url);
    const checked = i === 0 ? ' checked' : '';
    const choice = `<input type="radio" name="base-address" value="${value}"${checked}>`;
    const address = value || `<span class="own-url">${publication.contract.basePath}</span>`;
    return `<div class="base-address"><label>${servers.length > 1 ? choice : ''} ${name}</label>
<code class="long">${address}</code><button type="button" class="copy">Copy</button></div>`;
  });
  return `<div class="base-addresses"><p><b>Base address</b></p>${rows.join('')}</div>`;
}
