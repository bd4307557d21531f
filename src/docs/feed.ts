import { createHash } from 'node:crypto';
import { documentation } from '../../generated/documentation.ts';
import { contract } from '../contract/index.ts';
import { escapeHtml } from './escape-html.ts';
import { addressOf, CHANGELOG, type Deployment } from './published-contract.ts';

/** The feed with the releases, relative to the root of the service. */
export const FEED_PATH = `${CHANGELOG.path}.atom`;

const { title } = contract.document.info;

/**
 * The changelog as an Atom feed, with an entry for each release. Its ids are the same at every address, so
 * that a reader who moves from one to another finds nothing new.
 *
 * @see RFC 4287
 */
export function changelogFeed({ productionUrl, contact }: Deployment): string {
  const { releases } = documentation;
  const page = addressOf(CHANGELOG.path, productionUrl);
  const [latest] = releases
    .map(({ date }) => date)
    .sort()
    .reverse();
  const author = contact?.name ?? title;
  const entries = releases.map(
    ({ title: heading, id, version, date, html }) => `<entry>
<id>${idOf(`changelog/${version}`)}</id>
<title>${escapeHtml(`${title} ${heading}`)}</title>
<updated>${timestamp(date)}</updated>
<link rel="alternate" type="text/html" href="${escapeHtml(`${page}#${id}`)}"/>
<content type="html">${escapeHtml(html)}</content>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="${escapeHtml(page)}">
<id>${idOf('changelog')}</id>
<title>${escapeHtml(`${title} – ${CHANGELOG.title}`)}</title>
<updated>${timestamp(String(latest))}</updated>
<author><name>${escapeHtml(author)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeHtml(addressOf(FEED_PATH, productionUrl))}"/>
<link rel="alternate" type="text/html" href="${escapeHtml(page)}"/>
${entries.join('\n')}
</feed>
`;
}

/** A release has a day; it begins, for all who read the feed, at its midnight in UTC. */
function timestamp(date: string): string {
  return `${date}T00:00:00Z`;
}

/** A URN that is made of a name, and of nothing else. @see RFC 9562 section 5.8 */
function idOf(name: string): string {
  const hash = createHash('sha256').update(`animal-store/${name}`).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')}`;
}
