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
  const beginning = `The examples are of a service in which ${forms['a paper clip']} also has a
\`categoryId\` and a name such as \`First\`, orders refer to it, and getting one is deprecated. Put what yours has in
their place.`;
  const spellings: readonly (readonly [found: string, replacement: string])[] = [
    ...Object.entries(EXAMPLES),
    ...BEGINNINGS.map((found) => [found, beginning] as const),
    // The one test file of a new service.
    [`get-${own.paperClip}\\.test`, `${forms['paper-clips']}.test`],
    [`\\b${nouns['a paper clip']}\\b`, forms['a paper clip']],
    [`\\b${nouns['paper clips']}\\b`, forms['paper clips']],
    [`\\b${nouns['paper clip']}\\b`, forms['paper clip']],
    [`\\b${nouns['Paper clip']}\\b`, forms['Paper clip']],
    [`${own.PaperClips}(?![a-z])`, forms.PaperClips],
    [`${own.PaperClip}(?![a-z])`, forms.PaperClip],
    // In SQL and in codes of errors.
    [`(?<=FROM |ON |INTO |")${own.paperClips}(?![A-Za-z])`, forms.paper_clips],
    [`(?<![A-Za-z])${own.paperClips}(?=_)`, forms.paper_clips],
    [`(?<![A-Za-z])${own.paperClip}(?=_)`, forms.paper_clip],
    // In paths, scopes and the names of files.
    [`(?<=/|tags: \\[)${own.paperClips}(?![a-z])`, forms['paper-clips']],
    [`(?<![A-Za-z])${own.paperClips}(?=:|\\.ts)`, forms['paper-clips']],
    [`(?<![A-Za-z])${own.paperClip}(?=-)`, forms['paper-clip']],
    [`(?<![A-Za-z])${own.paperClips}(?![a-z])`, forms.paperClips],
    [`(?<![A-Za-z])${own.paperClip}(?![a-z])`, forms.paperClip],
  ];
  const any = new RegExp(spellings.map(([found], i) => `(?<_${i}>${found})`).join('|'), 'g');
  return (text) =>
    text.replaceAll(any, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
      const which = spellings.findIndex((_, i) => groups[`_${i}`] !== undefined);
      return spellings[which]?.[1] ?? '';
    });
}
