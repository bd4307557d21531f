import type { Connect, Outcome, Sdk } from './sdk.js';

/*
 * What a client does, with the code of one generator. Writes what it has seen as JSON.
 */

const NAMES = ['Ada', 'Bob', 'Cid', 'Dot'];
const IDEMPOTENCY_KEY = 'the-fifth';
const PAGE_SIZE = 2;

const [generator, baseUrl = '', key = '', slowKey = '', roundedId] = process.argv.slice(2);
const { connect }: { connect: Connect } = await import(`./${generator}.js`);
const sdk = connect(baseUrl, key);
const slow = connect(baseUrl, slowKey);

const created = [];
for (const name of NAMES) created.push(await sdk.createPet({ name, categoryId: 7 }));
const fifth = { name: 'Eve', categoryId: 7, status: 'sold' } as const;
const repeated = [
  await sdk.createPet(fifth, IDEMPOTENCY_KEY),
  await sdk.createPet(fifth, IDEMPOTENCY_KEY),
];
const seen = {
  created: created.map((one) => bodyOf(one)),
  repeated: repeated.map((one) => bodyOf(one)),
  filtered: bodyOf(await sdk.listPets({ limit: PAGE_SIZE, status: 'sold' })),
  pages: await allPages(sdk),
  found: bodyOf(await sdk.getPet(Number(roundedId))),
  invalid: await sdk.createPet({ name: '', categoryId: 7 }),
  anonymous: await connect(baseUrl, 'ask_none').listPets({ limit: 1 }),
  missing: await sdk.getPet(0),
  limited: [await slow.listPets({ limit: 1 }), await slow.listPets({ limit: 1 })],
};
process.stdout.write(JSON.stringify(seen));

/** The names on all pages, from the first on. */
async function allPages(client: Sdk): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listPets({ limit: PAGE_SIZE, ...(cursor && { cursor }) });
    pages.push(bodyOf(page).map(({ name }) => name));
    cursor = 'cursor' in page ? page.cursor : undefined;
  } while (cursor);
  return pages;
}

function bodyOf<Body>(one: Outcome<Body>): Body {
  if ('error' in one) throw new Error(JSON.stringify(one));
  return one.body;
}
