// The pages, each made from its parts.

import type { PageName } from '../../../src/platform/docs/publication.ts';
import { accountPage } from './account.ts';
import { changelogPage } from './changelog.ts';
import { documentationPage } from './documentation.ts';
import { missingPage } from './missing.ts';
import type { Site } from './site.ts';

export { livePage } from './live.ts';

/** The pages of the documentation, as HTML. */
export function pagesOf(site: Site, changelog: string): Record<PageName, string> {
  return {
    documentation: documentationPage(site),
    changelog: changelogPage(site, changelog),
    missing: missingPage(site),
    account: accountPage(site),
  };
}
