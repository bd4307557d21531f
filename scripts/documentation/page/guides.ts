import { marked, type Token } from 'marked';
import { headingId } from '../guide-list.ts';
import { contentsLink, type Html, html } from './html.ts';
import { plainText, prose } from './prose.ts';

/*
 * The guides: each is one column, with its code below the sentence that speaks of it.
 */

export interface Guide {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** Its own heading, and those below it. */
  readonly sections: readonly Section[];
}

/** A heading that can be linked to. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** What is below it, in words alone. */
  readonly text: string;
}

/** Divides Markdown at its headings of the second level. */
export function guidesIn(markdown: string): { introduction: string; guides: Guide[] } {
  const [introduction = [], ...guides] = divide(marked.lexer(markdown), 2);
  return { introduction: textOf(introduction), guides: guides.map(guideOf) };
}

function guideOf(tokens: readonly Token[]): Guide {
  const sections = divide(tokens, 3).map(sectionOf);
  // A guide begins with its own heading.
  const { id, title } = sections[0] ?? sectionOf([]);
  return { id, title, markdown: textOf(tokens), sections };
}

function sectionOf([heading, ...below]: readonly Token[]): Section {
  const title = heading?.type === 'heading' ? String(heading.text) : '';
  return { id: headingId(title), title: title.replaceAll('`', ''), text: plainText(textOf(below)) };
}

/** What comes before the first heading of a level, and from each of them on. */
function divide(tokens: readonly Token[], depth: number): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading' && token.depth === depth) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('');
}

export function guideSections(guides: readonly Guide[]): Html {
  return html`${guides.map(
    ({
      id,
      title,
      markdown,
      sections: [, ...below],
    }) => html`<section class="guide" aria-labelledby="${id}">
${below.length > 0 && onThisPage(title, below)}<div class="column">${prose(markdown)}</div></section>
`,
  )}`;
}

/** What a guide has at its right, where there is room. */
function onThisPage(title: string, sections: readonly Section[]): Html {
  return html`<nav class="on-this-page" aria-label="On this page: ${title}"><p class="group">On this page</p>
<ul class="plain">${sections.map((section) => contentsLink(section))}</ul></nav>
`;
}
