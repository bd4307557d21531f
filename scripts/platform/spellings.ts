// How the files of deploy/ and the like spell the names of a service: the forms of its name that
// code cannot derive from src/service.ts where it runs.

import { checksumOf } from '../../src/platform/keys/api-key.ts';

/** The names of a service, as src/service.ts has them. */
export interface Names {
  readonly product: string;
  readonly name: string;
  readonly keyPrefix: string;
  readonly firstKeyPlan: string;
}

interface Spelling {
  readonly text: string;
  /** What may follow: the joined name also begins the names of alerts. */
  readonly before?: string;
}

const NO_WORD = '(?![A-Za-z0-9])';

/** Every spelling of the names, by its kind. */
function spellingsOf({ product, name, keyPrefix, firstKeyPlan }: Names) {
  /** That of SECURITY.md, whose checksum depends on the prefix. */
  const exampleKey = `${keyPrefix}_0123456789ABCDEFGHIJKLMNOPQRSTUV`;
  const joined = product.replaceAll(' ', '');
  return {
    product: { text: product, before: NO_WORD },
    name: { text: name, before: NO_WORD },
    underscored: { text: name.replaceAll('-', '_'), before: NO_WORD },
    // Alerts, and the anchors of what to do about them.
    joined: { text: joined, before: '(?![a-z0-9])' },
    anchor: { text: joined.toLowerCase() },
    exampleKey: { text: exampleKey + checksumOf(exampleKey) },
    apiKey: { text: `${keyPrefix}_` },
    plan: { text: `--plan ${firstKeyPlan}`, before: NO_WORD },
  } satisfies Record<string, Spelling>;
}

/**
 * Writes the names of one service in place of those of another, in one pass.
 *
 * @throws one line if the spellings of the other cannot be told apart
 */
export function withNames(from: Names, to: Names): (text: string) => string {
  const found: Record<string, Spelling> = spellingsOf(from);
  const replacements: Record<string, Spelling> = spellingsOf(to);
  const kinds = Object.keys(found);
  const texts = new Set(Object.values(found).map(({ text }) => text));
  if (texts.size < kinds.length) {
    throw new Error(
      `The files of ${from.product} spell its names in ways that cannot be told apart: ` +
        'take the platform from a project whose name has two words.',
    );
  }
  const forms = kinds.map((kind) => `(?<${kind}>${found[kind]?.text}${found[kind]?.before ?? ''})`);
  const anyForm = new RegExp(`(?<![A-Za-z0-9])(?:${forms.join('|')})`, 'g');
  return (text) =>
    text.replaceAll(anyForm, (...match) => {
      const groups = match.at(-1) as Readonly<Record<string, string | undefined>>;
      const kind = kinds.find((one) => groups[one] !== undefined) ?? '';
      return replacements[kind]?.text ?? '';
    });
}
