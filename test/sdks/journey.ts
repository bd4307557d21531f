import type { Connect, Outcome, Sdk } from './sdk.js';

/*
 * What a client does, with the code of one generator. Writes what it has seen as JSON.
 */

const NAMES = ['Ada', 'Bob', 'Cid', 'Dot', 'Eve'];
const PAGE_SIZE = 2;

const [generator, baseUrl = '', key = '', slowKey = '', roundedId] = process.argv.slice(2);
const { connect }: { connect: Connect } = await import(`./${generator}.js`);
const sdk = connect(baseUrl, key);
const slow = connect(baseUrl, slowKey);

const created = [];
for (const name of NAMES) created.push(await sdk.createPet(name, 7));
const seen = {
  created: created.map((one) => bodyOf(one).name),
  pages: await allPages(sdk),
  found: bodyOf(await sdk.getPet(Number(roundedId))),
  invalid: await sdk.createPet('', 7),
  stranger: await connect(baseUrl, 'ask_none').listPets(1),
  missing: await sdk.getPet(0),
  limited: [await slow.listPets(1), await slow.listPets(1)].map((one) => 'refusal' in one && one),
};
process.stdout.write(JSON.stringify(seen));

/** The names on all pages, from the first on. */
async function allPages(client: Sdk): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listPets(PAGE_SIZE, cursor);
    pages.push(bodyOf(page).map(({ name }) => name));
    cursor = 'cursor' in page ? page.cursor : undefined;
  } while (cursor);
  return pages;
}

function bodyOf<Body>(one: Outcome<Body>): Body {
  if ('refusal' in one) throw new Error(JSON.stringify(one));
  return one.body;
}
