import { marked, type Token } from 'marked';
import { SITE } from '../../../src/docs/placeholders.ts';

/*
 * The guides, each as a document of its own.
 */

export interface Guide {
  /** Names its file. */
  readonly id: string;
  readonly title: string;
  /** The first sentence. */
  readonly summary: string;
  readonly text: string;
}

/**
 * Code within a line, in which nothing is a link, or the target of a link: within the document, or the
 * beginning of one that is relative to the root of the service.
 */
const CODE_OR_LINK = /(`+)(?!`).*?(?<!`)\1(?!`)|\]\(#([\w-]+)\)|\]\((?=docs\/)/gs;

interface Section {
  readonly title: string;
  readonly tokens: Token[];
}

/** What leads to a heading on a page. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * Divides Markdown at its headings of the second level.
 *
 * @returns what comes before the first of them, and the guides, whose headings are one level higher
 */
export function splitGuides(markdown: string): { introduction: string; guides: Guide[] } {
  const [{ tokens: introduction }, ...sections] = sectionsOf(markdown);
  /** The guide that a link within the document leads to. */
  const places = new Map<string, string>();
  for (const { title, tokens } of sections) {
    for (const id of [title, ...titlesIn(tokens)].map(headingId)) {
      if (!places.has(id)) places.set(id, headingId(title));
    }
  }
  const textOf = (tokens: readonly Token[], own?: string) =>
    tokens.map((token) => linked(promoted(token), places, own)).join('');
  const guides = sections.map(({ title, tokens }) => {
    const id = headingId(title);
    const text = textOf(tokens, id).trim();
    return { id, title, summary: firstSentence(tokens), text: `# ${title}\n\n${text}\n` };
  });
  return { introduction: textOf(introduction).trim(), guides };
}

function sectionsOf(markdown: string): [Section, ...Section[]] {
  const sections: [Section, ...Section[]] = [{ title: '', tokens: [] }];
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) {
      sections.push({ title: token.text, tokens: [] });
    } else sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

function titlesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => (token.type === 'heading' ? [String(token.text)] : []));
}

function promoted({ type, raw }: Token) {
  return { type, text: type === 'heading' ? raw.slice(1) : raw };
}

/** Links to other guides lead to their files. */
function linked(
  { type, text }: { readonly type: string; readonly text: string },
  places: ReadonlyMap<string, string>,
  own: string | undefined,
): string {
  if (type === 'code') return text;
  return text.replaceAll(CODE_OR_LINK, (found, fence?: string, id?: string) => {
    if (fence !== undefined) return found;
    if (id === undefined) return `](${SITE}`;
    const guide = places.get(id);
    if (guide === undefined) return `](${SITE}docs#${id})`;
    if (guide === own) return `](#${id})`;
    return `](${SITE}docs/guides/${guide}.md${id === guide ? '' : `#${id}`})`;
  });
}

/** Of the first paragraph, without its links. */
function firstSentence(tokens: readonly Token[]): string {
  const paragraph = tokens.find(({ type }) => type === 'paragraph')?.raw.trim() ?? '';
  const [sentence = paragraph] = /^.*?\.(?=\s|$)/s.exec(paragraph) ?? [];
  return sentence
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')
    .replace(/:$/, '.');
}
