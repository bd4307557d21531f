import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import { escapeHtml } from './escape-html.ts';
import { ASSET, BASE_ADDRESSES, SITE } from './placeholders.ts';
import { type Deployment, withBaseUrl } from './published-contract.ts';

/*
 * The pages of this deployment. They are made at generation (scripts/generate/page/), with placeholders for
 * what only a deployment knows.
 */

/** What a page links to: relative, so that it also works where a proxy serves it below a prefix. */
export interface Links {
  /** Leads from the page to the root of the service. */
  readonly root: '.' | '..';
  /** The URL of an asset, from the page. */
  readonly assetUrl: (name: string) => string;
}

export type PageName = keyof typeof documentation.pages;

const LINK = new RegExp(`="${SITE}`, 'g');
const ASSET_LINK = new RegExp(`="${ASSET}([^"]+)"`, 'g');

/** A page as HTML. */
export function renderPage(name: PageName, { root, assetUrl }: Links, deployment: Deployment) {
  const html = documentation.pages[name]
    .replaceAll(LINK, `="${root}/`)
    .replaceAll(ASSET_LINK, (_link, asset) => `="${assetUrl(asset)}"`)
    .replace(BASE_ADDRESSES, () => baseAddresses(deployment));
  return withBaseUrl(html, deployment.productionUrl);
}

function baseAddresses({ productionUrl, stagingUrl }: Deployment): string {
  const addresses = [
    ['Production', productionUrl],
    ['Staging', stagingUrl],
    ['This host', contract.basePath],
  ].filter(([, address]) => address !== undefined);
  const rows = addresses.map(
    ([name, address]) => `<dt>${name}</dt><dd><code>${escapeHtml(String(address))}</code></dd>`,
  );
  return `<div class="addresses"><p class="code-label">Base addresses</p><dl>${rows.join('')}</dl></div>`;
}
