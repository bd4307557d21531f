import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import { escapeHtml } from './escape-html.ts';
import { BASE_ADDRESSES, EXAMPLE_BASE_URL, SITE } from './placeholders.ts';
import type { Deployment } from './published-contract.ts';

/*
 * The pages of this deployment. They are made at generation (scripts/documentation/page/), with placeholders for
 * what only a deployment knows.
 */

export type PageName = keyof typeof documentation.pages;

/** A page as HTML. @param root leads to the root of the service, also behind a prefix of a proxy */
export function renderPage(name: PageName, root: './' | '../', deployment: Deployment): string {
  return documentation.pages[name]
    .replaceAll(`="${SITE}`, () => `="${root}`)
    .replace(BASE_ADDRESSES, () => baseAddresses(deployment))
    .replaceAll(EXAMPLE_BASE_URL, () => baseUrl(deployment, EXAMPLE_BASE_URL));
}

/** Without PUBLIC_URL, the browser fills in the address that it has loaded the page from. */
function baseUrl({ productionUrl }: Deployment, otherwise: string): string {
  if (productionUrl) return escapeHtml(productionUrl);
  return `<span class="base-url">${otherwise}</span>`;
}

function baseAddresses(deployment: Deployment): string {
  const { productionUrl, stagingUrl } = deployment;
  const addresses = [
    ...(productionUrl ? [['Production', escapeHtml(productionUrl)]] : []),
    ...(stagingUrl ? [['Staging', escapeHtml(stagingUrl)]] : []),
    ['This host', `<span class="base-url">${contract.basePath}</span>`],
  ];
  const rows = addresses.map(
    ([name, address]) => `<tr><th scope="row">${name}</th><td><code>${address}</code></td></tr>`,
  );
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}
