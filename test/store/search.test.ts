// What customers ask of the documentation of the store, and where its search leads them.

import { readFile } from 'node:fs/promises';
import t from 'tap';
// @ts-expect-error It is JavaScript, as browsers load it.
import { createIndex } from '../../src/platform/docs/browser/search-index.js';

const FIRST = {
  'mark as sold': 'operations/updatePet',
  'sell an animal': 'operations/updatePet',
  'rename an animal': 'operations/updatePet',
  'change an animal': 'operations/updatePet',
  'delete an animal': 'operations/removePet',
  'remove a pet': 'operations/removePet',
  'get an animal by id': 'operations/listPets/query/id',
  'find by id': 'operations/listPets/query/id',
  pet_is_ordered: 'error-pet_is_ordered',
};

/** Questions as customers type them, by what they are led to. */
const QUESTIONS = {
  'operations/createPet/body/categoryId': ['what is categoryId'],
  'operations/listPets': ['get one animal'],
  'rate-limits': [
    'how do I raise my rate limit?',
    'we need more requests per minute',
    'how much does it cost',
    '429 too many',
    'limits per key or per account',
  ],
  'support-and-higher-limits': [
    'who do I contact',
    'report a problem',
    'pay by invoice',
    'cancel my plan',
  ],
  'test-keys-and-a-sandbox': [
    'is there a free trial',
    'sandbox environment',
    'can I test without real data',
    'fake server for tests',
  ],
  'a-lost-key': ['I lost my API key', 'can I see my key again', 'password reset'],
  authentication: [
    'key stopped working',
    'authentification',
    'bearer token',
    'how do I authenticate',
  ],
  'manage-your-keys': [
    'my key was stolen',
    'when does my key expire',
    'renew an expired key',
    'key for each program',
  ],
  'users-teams-and-oauth': [
    'give a colleague access',
    'oauth2 login',
    'single sign on',
    'jwt',
    'basic auth',
    'two-factor',
    'saml',
    'invite user',
    'multi tenant',
  ],
  scopes: ['read only key', 'roles'],
  'status-page-and-sla': [
    'is the service down',
    'uptime guarantee',
    'maintenance window',
    'response times',
    'health check',
    'slow requests',
  ],
  'ip-allow-lists': [
    'restrict key to ip address',
    'which IPs do you use',
    'mutual TLS',
    'sign requests hmac',
    'vpn',
  ],
  'webhooks-and-events': [
    'webhooks',
    'get notified when an animal is sold',
    'websocket',
    'real-time updates',
    'webhok',
    'event stream',
    'kafka',
  ],
  caching: ['poll for changes', 'cache responses'],
  'total-counts-search-and-sorting': [
    'how many animals are there',
    'newest first',
    'order by price',
  ],
  pagination: [
    'number of pages',
    'next page',
    'more than 100 results',
    'page number',
    'cursor expired',
    'paginaton',
    'pagination limit',
  ],
  'operations/listPets/query/status': ['search by name', 'list sold animals'],
  'export-import-and-bulk-changes': [
    'download everything as csv',
    'excel',
    'import animals from a file',
    'add many animals at once',
    'bulk delete',
    'backup',
    'bulk update',
  ],
  'audit-log': ['who deleted my animal', 'undo a delete', 'history of changes'],
  privacy: [
    'delete my account',
    'where is my data stored',
    'data protection agreement',
    'SOC2',
    'hipaa',
    'terms of service',
    'data retention',
  ],
  'files-and-other-formats': [
    'upload a photo',
    'send xml',
    'graphql endpoint',
    'grpc',
    'compressed responses',
    'response in german',
    'timezone of dates',
    'content type',
    'charset',
  ],
  'prices-photos-and-customers': [
    'price of an animal',
    'currency',
    'breed',
    'stock count',
    'reserve an animal for a customer',
  ],
  categories: ['list of categories', 'name of a category', 'dogs only'],
  'placing-orders': ['place an order', 'cancel an order'],
  'operations/listOrders': ['endpoint list', 'order status'],
  'operations/updatePet': ['sell a pet', 'make available again', 'update the status'],
  'operations/removePet': ['remove animals', 'delete returns 404'],
  'idempotent-requests': [
    'what is the idempotency key',
    'duplicate animals after timeout',
    'idempotancy',
  ],
  'what-to-retry': ['retry post', 'request timed out', '503 error'],
  connections: ['socket hang up', 'parallel requests', 'connection limit', 'http2'],
  'handling-429-responses': ['how long do I wait after 429'],
  bans: ['banned key'],
  'error-api_key_missing': ['401 unauthorized'],
  'error-api_key_invalid': ['invalid api key'],
  'error-insufficient_scope': ['what does insufficient_scope mean', '403'],
  'error-idempotency_key_reused': ['422'],
  'error-body_too_large': ['413', 'max body size'],
  'http-methods': ['405 method not allowed', 'patch vs put'],
  errors: ['invalid json'],
  'strict-validation': ['unknown field error', 'why is my request rejected'],
  '64-bit-integers': ['big ids wrong in javascript', 'id rounding'],
  'other-generators': ['Java client', 'golang', 'php', 'sdk for swift'],
  clients: ['C# sdk', 'npm package', 'react native', 'typescript types'],
  'openapi.json': ['postman collection', 'swagger', 'open source license'],
  browsers: ['call from browser', 'CORS error'],
  'first-steps': [
    'powershell',
    'set the API_KEY variable',
    'python example',
    'node version',
    'how do I get started',
    'hello world',
  ],
  agents: ['claude desktop', 'mcp server', 'cursor editor', 'copilot'],
  'docs/changelog': ['what changed in the last version', 'changelog', 'release notes'],
  versions: ['breaking changes policy'],
  'leaving-getpet': ['when will getPet be removed'],
  deprecation: ['deprecated endpoints', 'deprecation date', 'sunset header'],
  stability: ['is beta safe to use'],
  'concurrent-changes': [
    'optimistic locking',
    'two programs change the same animal',
    'lost update',
  ],
  'operations/listPets/header/If-None-Match': ['if-none-match'],
  'request-ids': ['correlation id', 'trace a request', 'support request id', 'x-request-id'],
  'operations/listUsage': ['how many requests have I used', 'usage statistics'],
  'headers-of-every-response': [
    'remaining requests',
    'when does the limit reset',
    'rate limit headers',
  ],
  'docs.md': ['documentation as pdf'],
  'base-addresses': ['what is the base url', 'production url'],
  'operations/listPets/query/id': ['find animal by id'],
};

interface Found {
  readonly anchor?: string;
  readonly path?: string;
}

const find = createIndex(JSON.parse(await readFile('generated/page/search.json', 'utf8')));

t.test('the search finds first what readers mean', async (t) => {
  for (const [words, wanted] of Object.entries(FIRST)) {
    t.equal(find(words)[0]?.anchor, wanted, words);
  }
});

t.test('what customers ask leads on, also to what the service does not have', async (t) => {
  for (const [wanted, questions] of Object.entries(QUESTIONS)) {
    for (const words of questions) {
      // At the top of what a reader sees.
      const found = find(words).slice(0, 3);
      const anchors = found.map((one: Found) => one.anchor ?? one.path);
      t.ok(anchors.includes(wanted), `${words}: ${anchors}`);
    }
  }
});
