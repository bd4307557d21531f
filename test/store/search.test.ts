// What readers look for in the documentation of the store, and what its search finds first.

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

t.test('the search finds first what readers mean', async (t) => {
  const find = createIndex(JSON.parse(await readFile('generated/page/search.json', 'utf8')));
  for (const [words, wanted] of Object.entries(FIRST)) {
    t.equal(find(words)[0]?.anchor, wanted, words);
  }
});
