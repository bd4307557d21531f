// The guides for developers that show recipes for the first resource of this project, in the words
// of the first resource of another.

import { formsOf, type Resource } from './resource.ts';

/** The resource that the guides of this project are about, and what they call it. */
const OWN: Resource = { singular: 'pet', plural: 'pets' };
const OWN_NOUNS = { singular: 'animal', plural: 'animals' };

/** What the examples have, and a new resource has not, or has by another name. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ', categoryId: 7': '',
  ',"categoryId":7': '',
  Rex: 'First',
  available: 'active',
  sold: 'archived',
};

/** What is true of the guides in this project alone. Other services learn what the examples have. */
const BEGINNINGS = [
  'A test follows these recipes to the letter\\.',
  'A test follows these steps exactly\\.',
];

/** Writes a guide in the words of another resource, in one pass. */
export function inWordsOf(resource: Resource): (text: string) => string {
  const forms = formsOf(resource);
  const nouns = formsOf(OWN_NOUNS);
  const own = formsOf(OWN);
  const beginning = `The examples are of a service in which ${forms['a book store']} also has a
\`categoryId\` and a name such as \`First\`, orders refer to it, and getting one is deprecated. Put what yours has in
their place.`;
  const spellings: readonly (readonly [found: string, replacement: string])[] = [
    ...Object.entries(EXAMPLES),
    ...BEGINNINGS.map((found) => [found, beginning] as const),
    // The one test file of a new service.
    [`get-${own.bookStore}\\.test`, `${forms['book-stores']}.test`],
    [`\\b${nouns['a book store']}\\b`, forms['a book store']],
    [`\\b${nouns['book stores']}\\b`, forms['book stores']],
    [`\\b${nouns['book store']}\\b`, forms['book store']],
    [`\\b${nouns['Book store']}\\b`, forms['Book store']],
    [`${own.BookStores}(?![a-z])`, forms.BookStores],
    [`${own.BookStore}(?![a-z])`, forms.BookStore],
    // In SQL and in codes of errors.
    [`(?<=FROM |ON |INTO |")${own.bookStores}(?![A-Za-z])`, forms.book_stores],
    [`(?<![A-Za-z])${own.bookStores}(?=_)`, forms.book_stores],
    [`(?<![A-Za-z])${own.bookStore}(?=_)`, forms.book_store],
    // In paths, scopes and the names of files.
    [`(?<=/|tags: \\[)${own.bookStores}(?![a-z])`, forms['book-stores']],
    [`(?<![A-Za-z])${own.bookStores}(?=:|\\.ts)`, forms['book-stores']],
    [`(?<![A-Za-z])${own.bookStore}(?=-)`, forms['book-store']],
    [`(?<![A-Za-z])${own.bookStores}(?![a-z])`, forms.bookStores],
    [`(?<![A-Za-z])${own.bookStore}(?![a-z])`, forms.bookStore],
  ];
  const any = new RegExp(spellings.map(([found], i) => `(?<_${i}>${found})`).join('|'), 'g');
  return (text) =>
    text.replaceAll(any, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
      const which = spellings.findIndex((_, i) => groups[`_${i}`] !== undefined);
      return spellings[which]?.[1] ?? '';
    });
}
