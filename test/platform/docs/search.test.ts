// What readers look for, and what the search of the documentation finds first.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
// @ts-expect-error It is JavaScript, as browsers load it.
import { createIndex } from '../../../src/platform/docs/browser/search-index.js';
import { SAMPLE } from '../../support/services.ts';

const FIRST = {
  idempotency: 'idempotent-requests',
  'GET /widgets': 'operations/listWidgets',
  '/v1/widgets': 'operations/listWidgets',
  'POST /widgets': 'operations/createWidget',
  shipments: 'operations/listShipments',
  scope: 'scopes',
  'rate limit': 'rate-limits',
  'error codes': 'errors',
  version: 'versions',
  deprecated: 'deprecation',
  javascript: 'clients',
  sdk: 'clients',
  'getting started': 'first-steps',
  quickstart: 'first-steps',
  'base url': 'base-addresses',
  forbidden: 'error-insufficient_scope',
  changelog: 'docs/changelog',
  markdown: 'docs.md',
  openapi: 'openapi.json',
  'api key': 'authentication',
  cors: 'browsers',
  webhook: 'pagination',
  delete: 'operations/revokeKey',
  'X-RateLimit-Reset': 'headers-of-every-response',
  paginattion: 'pagination',
  bigint: '64-bit-integers',
  403: 'error-insufficient_scope',
  409: 'error-idempotency_key_in_use',
  quantity: 'objects/Shipment/quantity',
  getWidget: 'operations/getWidget',
  Sunset: 'operations/getWidget/headers/sunset',
  'Idempotency-Key': 'operations/createWidget/header/Idempotency-Key',
  throttle: 'rate-limits',
  apikey: 'authentication',
  usage: 'operations/listUsage',
  offset: 'pagination',
  filter: 'operations/listWidgets/query/status',
  unban: 'bans',
  upgrade: 'rate-limits',
  pricing: 'rate-limits',
  sort: 'pagination',
  'how do I get an api key': 'authentication',
  'How can I get an API key?': 'authentication',
  'search by name': 'operations/listWidgets/query/status',
  'what is the rate limit': 'rate-limits',
  'too many requests': 'rate-limits',
  'how many requests left': 'headers-of-every-response',
  'exponential backoff': 'handling-429-responses',
  retries: 'what-to-retry',
  'why am I banned': 'bans',
  'page size': 'pagination',
  sorting: 'pagination',
  'removal date': 'deprecation',
  'test environment': 'base-addresses',
  'usage statistics': 'operations/listUsage',
  insomnia: 'openapi.json',
  security: 'authentication',
};

t.test('finds first what readers mean', async (t) => {
  const find = createIndex(
    JSON.parse(await readFile(join(SAMPLE.folder, 'generated/page/search.json'), 'utf8')),
  );
  for (const [words, wanted] of Object.entries(FIRST)) {
    const [first] = find(words);
    t.equal(first?.anchor ?? first?.path, wanted, words);
  }
  t.equal(find('xyzzy').length, 0);
  const titles = find('404').map(({ title }: { title: string }) => title);
  t.notOk(titles.includes('api_key_missing'), 'no other status');
});
