// Which entries a search finds, and in which order.

import MiniSearch from 'minisearch';

const MAX_RESULTS = 20;
/** Among entries that match equally well, readers mean those with a higher weight. */
const WEIGHTS = { operation: 2, guide: 1.6, document: 1.6, object: 1.2, error: 0.9 };
/** Words of a question that say nothing of what it is about. */
const FILLERS = new Set(
  'a am an and are can do does for how i in is it my of the there to what when where why with'.split(
    ' ',
  ),
);
const OPTIONS = {
  idField: 'key',
  fields: ['words', 'title', 'context', 'text'],
  storeFields: ['kind', 'title', 'context', 'method', 'anchor', 'path', 'isDeprecated'],
  searchOptions: {
    processTerm: (term) => {
      const word = term.toLowerCase();
      return FILLERS.has(word) ? null : word;
    },
    boost: { words: 20, title: 6, context: 2 },
    prefix: true,
    // A number with another digit is another number.
    fuzzy: (term) => (/\d/.test(term) ? false : 0.2),
    combineWith: 'AND',
    boostDocument: (_key, _term, { kind, isDeprecated }) =>
      isDeprecated ? 1 : (WEIGHTS[kind] ?? 1),
  },
};

/** @returns a function that finds entries: first those whose title is the words, then the best */
export function createIndex(entries) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((entry, key) => ({ ...entry, key })));
  return (words) => {
    const isCalled = ({ title }) => title.toLowerCase() === words.toLowerCase();
    const found = index.search(words);
    const sorted = found.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)));
    return sorted.slice(0, MAX_RESULTS);
  };
}
