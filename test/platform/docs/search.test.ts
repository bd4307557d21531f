// What readers look for, and what the search of the documentation finds first.

import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { parse } from 'yaml';
import { headingId } from '../../../scripts/documentation/sections.ts';
// @ts-expect-error It is JavaScript, as browsers load it.
import { createIndex } from '../../../src/platform/docs/browser/search-index.js';
import { OWN, SAMPLE } from '../../support/services.ts';

/** Words of readers, by what finds them. What search.yaml says is not repeated here. */
const FIRST = {
  // Operations, fields and headers: their names, paths and summaries.
  'GET /widgets': 'operations/listWidgets',
  '/v1/widgets': 'operations/listWidgets',
  'POST /widgets': 'operations/createWidget',
  getWidget: 'operations/getWidget',
  shipments: 'operations/listShipments',
  delete: 'operations/removeWidget',
  'delete a widget': 'operations/removeWidget',
  'edit a widget': 'operations/updateWidget',
  remove: 'operations/removeWidget',
  update: 'operations/updateWidget',
  'If-Match': 'operations/updateWidget/header/If-Match',
  'If-None-Match': 'operations/listWidgets/header/If-None-Match',
  quantity: 'objects/Shipment/quantity',
  Sunset: 'operations/getWidget/headers/sunset',
  'X-RateLimit-Reset': 'headers-of-every-response',
  // Errors, of which readers know the status.
  forbidden: 'error-insufficient_scope',
  403: 'error-insufficient_scope',
  409: 'error-idempotency_key_in_use',
  'precondition failed': 'error-precondition_failed',
  // Mistyped.
  paginattion: 'pagination',
  // Questions, most of whose words say nothing.
  'how do I get an api key': 'authentication',
  'How can I get an API key?': 'authentication',
  'what is the rate limit': 'rate-limits',
  'how many requests left': 'headers-of-every-response',
  'why am I banned': 'bans',
  // What the service does not have.
  'who gives us higher limits': 'support-and-higher-limits',
  'who guarantees the uptime': 'status-page-and-sla',
  'download all my data': 'export-import-and-bulk-changes',
  // More than one entry has.
  'please let us know the bans of our keys': 'bans',
  'sorted polling endings': 'total-counts-search-and-sorting',
  // A word of search.yaml for an anchor, one of an entry, and one of a document.
  throttle: 'rate-limits',
  'concurrent change': 'concurrent-changes',
  'lost update': 'concurrent-changes',
  'not modified': 'caching',
  'mark as sold': 'operations/updateWidget',
  webhook: 'webhooks-and-events',
  openapi: 'openapi.json',
};

const entries: readonly { readonly anchor?: string }[] = JSON.parse(
  await readFile(join(SAMPLE.folder, 'generated/page/search.json'), 'utf8'),
);

t.test('what search.yaml has words for is there', async (t) => {
  const guides = join(OWN.folder, 'openapi/platform/guides');
  const texts = await Promise.all(globSync(`${guides}/*.md`).map((file) => readFile(file, 'utf8')));
  // Also of the guides that only other services need.
  const headings = texts.join('\n').match(/(?<=^#+ ).+$/gm) ?? [];
  const anchors = [...headings.map(headingId), ...entries.map(({ anchor }) => anchor)];
  for (const folder of [guides, join(SAMPLE.folder, 'openapi/guides')]) {
    const { words } = parse(await readFile(join(folder, 'search.yaml'), 'utf8'));
    t.strictSame(
      Object.keys(words).filter((anchor) => !anchors.includes(anchor)),
      [],
    );
  }
});

t.test('finds first what readers mean', async (t) => {
  const find = createIndex(entries);
  for (const [words, wanted] of Object.entries(FIRST)) {
    const [first] = find(words);
    t.equal(first?.anchor ?? first?.path, wanted, words);
  }
  t.equal(find('xyzzy').length, 0);
  t.equal(find('widget').length, 20, 'as many as readers look at');
  const titles = find('404').map(({ title }: { title: string }) => title);
  t.notOk(titles.includes('api_key_missing'), 'no other status');
});
