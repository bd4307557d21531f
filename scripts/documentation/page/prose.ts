// Markdown of the contract, the guides and the changelog as HTML. Each heading is a link to itself,
// and the code of an error leads to what the guides say of it.

import { basename } from 'node:path';
import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../../src/platform/docs/escape-html.ts';
import { SAME_VERSION, SITE } from '../../../src/platform/docs/placeholders.ts';
import { errorCodes } from '../../error-codes.ts';
import { headingId } from '../sections.ts';
import { anchorOf, errorAnchor } from './anchors.ts';
import { codeBlock, type InLanguage, languages } from './code.ts';
import { callout, code, errorLink, type Html, html } from './html.ts';

/** Gives the anchor of a row, by the titles of a table's columns. */
const ROW_ANCHORS: Readonly<Record<string, (name: string) => string>> = {
  'Code,Status,Meaning': errorAnchor,
  'Header,Meaning': (name) => anchorOf('headers', name.toLowerCase()),
};

/** How many characters of a text fit beside other cells on a phone. */
const LONGEST_CELL = 24;

/** The beginning of a paragraph that names the language of the code below it. */
const LANGUAGE = /^(?:In|With) (curl|TypeScript|Python)[,:]/;

/** The beginning of a paragraph on the stability of an operation, which stands out. */
const STABILITY = /^This operation is (deprecated|experimental|beta)\b/;

/** How a page renders Markdown. */
export const MARKDOWN: MarkedExtension = {
  hooks: { processAllTokens: inLanguages },
  walkTokens(token) {
    // The guides write links relative to the root of the service.
    if (token.type === 'link') {
      token.href = token.href
        .replace(/^docs#/, '#')
        .replace(/^(?=docs\/)/, SITE)
        .replace(/^(?=client\.)/, SAME_VERSION);
      // The code of an error would be a link within this one.
      for (const part of token.tokens ?? []) {
        if (part.type === 'codespan')
          Object.assign(part, { type: 'html', text: code(part.text).html });
      }
    }
  },
  renderer: {
    // A callout, as GitHub writes it: its kind is in brackets, in a line of its own.
    blockquote({ tokens }) {
      const text = this.parser.parse(tokens);
      const [start = '', kind = 'note'] = /^<p dir="auto">\[!(\w+)\]\s*/.exec(text) ?? [];
      const content = { html: `<p dir="auto">${text.slice(start.length)}` };
      return callout(kind.toLowerCase(), content).html;
    },
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens);
      const id = headingId(text);
      const title = content.includes('<a ') ? content : `<a href="#${id}">${content}</a>`;
      return `<h${depth} id="${id}" dir="auto">${title}</h${depth}>\n`;
    },
    code: ({ text, lang = '' }) => codeBlock(text, lang).html,
    codespan: ({ text }) => (isErrorCode(text) ? errorLink(text) : code(text)).html,
    paragraph({ tokens, text }) {
      const content = { html: `<p dir="auto">${this.parser.parseInline(tokens)}</p>\n` };
      const [, kind] = STABILITY.exec(text) ?? [];
      return kind ? callout(kind, content).html : content.html;
    },
    table({ header, rows }) {
      const titles = header.map(({ text }) => text.replaceAll('`', ''));
      const rowAnchor = ROW_ANCHORS[titles.join()];
      const rowHtml = (row: readonly Tokens.TableCell[]) => {
        const cells = row.map((cell, i) =>
          this.tablecell(cell).replace('<td', `<td data-title="${titles[i]}"`),
        );
        const name = row[0]?.text.replaceAll('`', '') ?? '';
        const id = rowAnchor && row !== header && html` id="${rowAnchor(name)}"`;
        return html`<tr${id}>${{ html: cells.join('') }}</tr>
`;
      };
      // On phones, a table with sentences is shown as a list.
      const isLong = rows.flat().some(({ text }) => text.length > LONGEST_CELL);
      return html`<table${isLong && html` class="definitions"`}>
<thead>${rowHtml(header)}</thead><tbody>${rows.map(rowHtml)}</tbody></table>
`.html;
    },
  },
};
const marked = new Marked(MARKDOWN);

export function isErrorCode(text: string): boolean {
  return Object.hasOwn(errorCodes(), text);
}

/** Makes tabs of consecutive paragraphs that each name a language, with the code below each. */
function inLanguages(tokens: Token[]): Token[] {
  const all = tokens.filter(({ type }) => type !== 'space');
  const result: Token[] = [];
  let group: InLanguage[] = [];
  for (const [i, token] of all.entries()) {
    const label = languageAt(all, i);
    if (label) {
      const withCode = all.slice(i, i + 2);
      group.push({ label, content: { html: marked.parser(withCode) } });
      // The code below a paragraph with a language is in its tab already.
    } else if (!languageAt(all, i - 1)) {
      result.push(...tabs(group), token);
      group = [];
    }
  }
  return [...result, ...tabs(group)];
}

function tabs(group: readonly InLanguage[]): Token[] {
  const text = languages(group).html;
  return group.length === 0 ? [] : [{ type: 'html', raw: text, text, block: true, pre: false }];
}

/** The language that a paragraph names, if code follows. */
function languageAt(tokens: readonly Token[], i: number): string | undefined {
  const token = tokens[i];
  if (token?.type !== 'paragraph' || tokens[i + 1]?.type !== 'code') return undefined;
  return LANGUAGE.exec(token.text)?.[1];
}

/** Markdown with paragraphs, lists and so on as HTML. */
export function prose(markdown: string): Html {
  return { html: marked.parse(markdown, { async: false }) };
}

/**
 * Markdown of a guide as HTML.
 *
 * @param pictures by the name of the file
 */
export function guideProse(markdown: string, pictures: ReadonlyMap<string, string>): Html {
  const ofGuide = new Marked(MARKDOWN, {
    renderer: {
      image({ href, text }) {
        const picture = pictures.get(basename(href)) ?? '';
        // Copied into the page, so that the picture has the page's colours.
        const label = `<svg role="img" aria-label="${escapeHtml(text)}"`;
        return picture.replace(/<title>.*<\/title>/, '').replace('<svg', label);
      },
    },
  });
  return { html: ofGuide.parse(markdown, { async: false }) };
}

/** Markdown within a line as HTML. */
export function inline(markdown: string): Html {
  return { html: marked.parseInline(markdown, { async: false }) };
}

/** The words of Markdown, without headings and blocks of code. */
export function plainText(markdown: string): string {
  const words: string[] = [];
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'heading');
  void marked.walkTokens(tokens, (token) => {
    const isWords = token.type === 'codespan' || (token.type === 'text' && !token.tokens);
    if (isWords) words.push(token.text);
  });
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}
