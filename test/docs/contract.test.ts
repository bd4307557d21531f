import t from 'tap';
import { documentation } from '../../generated/documentation.ts';
import { contract } from '../../src/contract/operations.ts';
import { openStore, stopClock } from '../helper.ts';

// What programs read in the published contract: a description that fits into files, and true examples.

const PUBLIC_URL = 'https://api.example.com/animals/v1';
/** Where a page with the default limit ends, as the examples of `Link` have it. */
const LAST_PET = 43;
const LAST_ORDER = 1002;
const PAGE = 20;

interface Example {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Operation {
  readonly parameters?: readonly (Example & { readonly name: string; readonly in: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Example } };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, { readonly example: unknown }>> }>
  >;
}

t.test(
  'the description is short, leads to the guides, and every response has a status',
  async (t) => {
    const { app } = await openStore(t, { PUBLIC_URL });
    const text = (await app.inject('/openapi.json')).payload;
    const { info, paths } = JSON.parse(text);
    t.ok(Buffer.byteLength(info.description) <= 4_000);
    t.match(info.description, '](https://api.example.com/animals/docs#first-steps)');
    t.match(
      paths['/pets/{petId}'].get.description,
      '](https://api.example.com/animals/docs#leaving-getpet)',
    );
    t.notMatch(text, '*/');
    t.notMatch(text, '"default":{"description"');
  },
);

t.test('no guide has the title of an operation', (t) => {
  const operations = Object.values(contract.document.paths).flatMap((item) => Object.values(item));
  for (const { summary } of operations as { summary: string }[]) {
    t.notMatch(documentation.markdown, new RegExp(`^#+ ${summary}$`, 'm'));
  }
  t.end();
});

t.test('headers are sent as their examples show', async (t) => {
  const { app, database, createKey } = await openStore(t);
  stopClock(t);
  const rows = Array.from({ length: PAGE + 1 }, (_, i) => 1 - PAGE + i);
  await database.client.pet.createMany({
    data: rows.map((i) => {
      return { id: BigInt(LAST_PET + i), name: 'Rex', categoryId: 7n, status: 'available' };
    }),
  });
  await database.client.order.createMany({
    data: rows.map((i) => {
      return { id: BigInt(LAST_ORDER + i), petId: 42n, quantity: 1, status: 'placed' };
    }),
  });
  const newKey = async () => (await createKey({ plan: 'free' })).key;
  const compared = new Set<string>();
  const declared = new Set<string>();

  for (const [path, item] of Object.entries(contract.document.paths)) {
    for (const [method, operation] of Object.entries<Operation>(item)) {
      const request = requestOf(path, operation);
      for (const [verb, key] of [
        [method, await newKey()],
        ['OPTIONS', await newKey()],
        [method, undefined],
      ] as const) {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        const sent = await app.inject({ ...request, method: verb as 'GET', headers });
        for (const [name, { example }] of headersOf(operation, sent.statusCode)) {
          const value = sent.headers[name.toLowerCase()];
          // An anonymous caller has one window.
          if (value === undefined || (!key && name.includes('RateLimit'))) continue;
          const place = `${method} ${path} ${sent.statusCode} ${name}`;
          t.equal(form(name, value), form(name, example), place);
          compared.add(name);
        }
      }
      for (const status of Object.keys(operation.responses)) {
        for (const [name] of headersOf(operation, status)) declared.add(name);
      }
    }
  }
  // A number of seconds.
  declared.delete('Retry-After');
  t.strictSame([...compared].sort(), [...declared].sort(), 'all of them');
});

function headersOf({ responses }: Operation, status: number | string) {
  return Object.entries(responses[status]?.headers ?? {});
}

/** With the examples of the contract. */
function requestOf(path: string, { parameters = [], requestBody }: Operation) {
  const url = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((known, one) => known.replace(`{${one.name}}`, String(one.example)), path);
  const { example, examples = {} } = requestBody?.content['application/json'] ?? {};
  const [payload = example] = Object.values(examples).map(({ value }) => value);
  return { url: contract.basePath + url, ...(requestBody && { payload: payload as object }) };
}

/** Without what is another each time. */
function form(name: string, value: unknown): string {
  if (name === 'X-Request-Id') return 'an id';
  const changes = /^(?:X-RateLimit-Reset|Location)$/.test(name);
  return changes ? String(value).replaceAll(/\d+/g, '0') : String(value);
}
