// Which entries a search finds, and in which order.

import MiniSearch from 'minisearch';

const MAX_RESULTS = 20;
/** Among entries that match equally well, readers mean those with a higher weight. */
const WEIGHTS = { operation: 2, guide: 1.6, document: 1.6, object: 1.2, error: 0.9 };
/** Words of a question that say nothing of what it is about. */
const FILLERS = new Set(
  `a about am an and any anybody are be can could do does for from get give has have how i if in is it
  its me mean means my need of on only or our please should so than that the their them there they this to use using want
  was we what when where which who why will with would you your`.split(/\s+/),
);
/** The fields that say what an entry is about. */
const SUBJECT = ['words', 'title', 'context'];
const OPTIONS = {
  idField: 'key',
  fields: [...SUBJECT, 'text'],
  storeFields: ['kind', 'title', 'context', 'method', 'anchor', 'path', 'isDeprecated'],
  processTerm: (term) => [wordOf(term), stemOf(term)].filter(Boolean),
  searchOptions: {
    processTerm: wordOf,
    boost: { words: 20, title: 6, context: 2 },
    prefix: true,
    // A number with another digit is another number, and a short word another word.
    fuzzy: (term) => (/\d|^.{1,4}$/.test(term) ? false : 0.2),
    combineWith: 'AND',
    boostDocument: (_key, _term, { kind, isDeprecated }) =>
      isDeprecated ? 1 : (WEIGHTS[kind] ?? 1),
  },
};

/** @returns a word as it is compared; null for a filler */
function wordOf(term) {
  const word = term.toLowerCase();
  return FILLERS.has(word) ? null : word;
}

/** The same without an ending of a plural or of a verb. */
function stemOf(term) {
  const word = wordOf(term);
  if (word === null || !/^[a-z]{4,}$/.test(word)) return word;
  const singular = word.replace(/ies$/, 'y').replace(/(?<![sui])s$/, '');
  return singular.replace(/(?<=\w{4})(?:ing|ed)$/, '');
}

function withoutFillers(text) {
  return text.split(/\s+/).map(wordOf).join(' ').trim();
}

/** How words are searched for, until an entry is about all of them. */
const WAYS = [{}, { processTerm: stemOf }];
/** How they are searched for otherwise. */
const LAST_WAY = { processTerm: stemOf, combineWith: 'OR' };

/**
 * @returns a function that finds entries: first those whose title is the words, then the best. If
 *   none is about all words, those that have most of them come first
 */
export function createIndex(entries) {
  const index = new MiniSearch(OPTIONS);
  index.addAll(entries.map((entry, key) => ({ ...entry, key })));
  return (words) => {
    const isCalled = ({ title }) => withoutFillers(title) === withoutFillers(words);
    const isFit = (way) => index.search(words, { ...way, fields: SUBJECT }).length > 0;
    const found = index.search(words, WAYS.find(isFit) ?? LAST_WAY);
    const sorted = found.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)));
    return sorted.slice(0, MAX_RESULTS);
  };
}
