import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore, stopClock } from '../helper.ts';

// The examples of the published contract are true.

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: object } };
  };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, { readonly example: unknown }>> }>
  >;
}

t.test('headers are sent as their examples show', async (t) => {
  const { app, database, createKey } = await openStore(t);
  stopClock(t);
  // More than a page by default.
  const rows = Array.from({ length: 50 }, (_, i) => BigInt(i + 1));
  const pet = { name: 'Rex', categoryId: 7n, status: 'available' } as const;
  const order = { petId: 42n, quantity: 1, status: 'placed' } as const;
  await database.client.pet.createMany({ data: rows.map((id) => ({ ...pet, id })) });
  await database.client.order.createMany({ data: rows.map((id) => ({ ...order, id })) });
  const compared = new Set<string>();
  const declared = new Set<string>();

  for (const [path, item] of Object.entries(contract.document.paths)) {
    for (const [method, operation] of Object.entries<Described>(item)) {
      const { parameters = [], requestBody, responses } = operation;
      const url = parameters.reduce(
        (known, { name, example }) => known.replace(`{${name}}`, String(example)),
        contract.basePath + path,
      );
      const examples = requestBody?.content['application/json'].examples ?? {};
      const [payload] = Object.values(examples).map(({ value }) => value);
      for (const [verb, isKnown] of [
        [method, true],
        ['OPTIONS', true],
        [method, false],
      ] as const) {
        const { key } = await createKey({ plan: 'free' });
        const sent = await app.inject({
          url,
          method: verb as 'GET',
          headers: isKnown ? { authorization: `Bearer ${key}` } : {},
          ...(payload && { payload }),
        });
        const { headers = {} } = responses[sent.statusCode] ?? {};
        for (const [name, { example }] of Object.entries(headers)) {
          const value = sent.headers[name.toLowerCase()];
          // An anonymous caller has one window.
          if (value === undefined || (!isKnown && name.includes('RateLimit'))) continue;
          t.equal(form(name, value), form(name, example), `${method} ${url} ${name}`);
          compared.add(name);
        }
      }
      const all = Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers));
      for (const name of all) declared.add(name);
    }
  }
  // A number of seconds.
  declared.delete('Retry-After');
  t.strictSame([...compared].sort(), [...declared].sort(), 'all of them');
});

/** Without what is another each time. */
function form(name: string, value: unknown): string {
  if (name === 'X-Request-Id') return 'an id';
  const changes = /^(?:X-RateLimit-Reset|Location)$/.test(name);
  return String(value).replaceAll(changes ? /\d+/g : /(?<=cursor=)[\w-]+/g, '0');
}
