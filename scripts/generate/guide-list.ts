import { marked, type Token } from 'marked';

/** A guide, as a list of all guides names it. */
export interface ListedGuide {
  /** What leads to its heading. */
  readonly id: string;
  readonly title: string;
  /** Its first sentence. */
  readonly summary: string;
}

/** What leads to a heading on a page. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** What comes before the first guide, and a list of the guides: the sections of the second level. */
export function listGuides(markdown: string): { introduction: string; guides: ListedGuide[] } {
  const introduction: string[] = [];
  const sections: { title: string; tokens: Token[] }[] = [];
  for (const token of marked.lexer(markdown)) {
    const section = sections.at(-1);
    if (token.type === 'heading' && token.depth === 2) {
      sections.push({ title: token.text, tokens: [] });
    } else if (section) section.tokens.push(token);
    else introduction.push(token.raw);
  }
  const guides = sections.map(({ title, tokens }) => ({
    id: headingId(title),
    title,
    summary: firstSentence(tokens),
  }));
  return { introduction: introduction.join('').trim(), guides };
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
