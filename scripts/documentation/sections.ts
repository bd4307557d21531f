// Divides Markdown at its headings: the guides at the second level, a guide at the third.

import { marked } from 'marked';
import type { Guide } from '../../src/platform/docs/publication.ts';

/** A heading that can be linked to, and the text below it. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** The heading, and the text below it. */
  readonly markdown: string;
}

export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * Divides Markdown at its headings of a level. The introduction comes before the first of them.
 * Each part has the definitions of its reference links, wherever they were written.
 */
export function sectionsIn(
  markdown: string,
  depth: number,
): { introduction: string; sections: Section[] } {
  const tokens = marked.lexer(markdown);
  const definitions = tokens.filter(({ type }) => type === 'def');
  const parts: string[] = [''];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === depth) parts.push('');
    parts.push(`${parts.pop()}${token.raw}`);
  }
  const [introduction = '', ...sections] = parts.map((part) => {
    const missing = definitions.filter(({ raw }) => !part.includes(raw) && isUsed(raw, part));
    return [part, ...missing.map(({ raw }) => raw)].join('\n');
  });
  return { introduction, sections: sections.map(sectionOf) };
}

/** Whether a text refers to a definition, such as `[RFC 9110]: https://...`. */
function isUsed(definition: string, markdown: string): boolean {
  const [label = ''] = definition.trim().split(']:', 1);
  return markdown.toLowerCase().includes(`${label.toLowerCase()}]`);
}

function sectionOf(markdown: string): Section {
  const [, title = ''] = /^#+ (.*)/.exec(markdown) ?? [];
  return { id: headingId(title), title: title.replaceAll('`', ''), markdown };
}

/** The introduction of the guides, in which links lead to the page: it describes the contract. */
export function introductionOf(guides: string): string {
  return sectionsIn(guides, 2).introduction.trim().replaceAll('](#', '](docs#');
}

/** The guides one by one, each with its first sentence. */
export function guidesOf(guides: string): Guide[] {
  return sectionsIn(guides, 2).sections.map((section) => {
    const paragraphs = marked.lexer(section.markdown).filter(({ type }) => type === 'paragraph');
    const text = paragraphs.map(({ raw }) => raw).find((raw) => !raw.startsWith('<a id='));
    return { ...section, summary: firstSentence(text ?? '') };
  });
}

/** The first sentence of a paragraph, without links. */
function firstSentence(paragraph: string): string {
  const [sentence = paragraph] = /^.*?\.(?=\s|$)/s.exec(paragraph.trim()) ?? [];
  return sentence
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')
    .trim()
    .replace(/:$/, '.');
}
