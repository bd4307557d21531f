// Markdown of the contract, the guides and the changelog as HTML. Each heading is a link to itself,
// and the code of an error leads to what the guides say of it.

import { basename } from 'node:path';
import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked';
import { SAME_VERSION, SITE } from '../../../src/platform/docs/placeholders.ts';
import { errorCodes } from '../../error-codes.ts';
import { headingId } from '../sections.ts';
import { anchorOf } from './anchors.ts';
import { codeBlock, type InLanguage, languages } from './code.ts';
import { callout, code, errorLink, type Html, html } from './html.ts';

/** How many characters of a text fit beside other cells on a phone. */
const LONGEST_CELL = 24;

/** The languages of programs in tabs, by the language of their block of code. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
};

/** A line of a guide that tells how to show what is below it: see guides.ts. */
const MARKER = /^<!-- (?:anchors: (\S+)|(tabs)|end) -->\s*$/;

/** A table, and what the anchors of its rows begin with. */
type AnchoredTable = Tokens.Table & { readonly anchors?: string };

/** How a page renders Markdown. */
export const MARKDOWN: MarkedExtension = {
  hooks: { processAllTokens: asMarked },
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
      const { kind, content } = calloutOf(tokens);
      return callout(kind, { html: this.parser.parse(content) }).html;
    },
    heading({ tokens, depth, text }) {
      const content = this.parser.parseInline(tokens);
      const id = headingId(text);
      const isLink = tokens.some(({ type, raw }) => type === 'link' || raw.startsWith('<a '));
      const title = isLink ? content : `<a href="#${id}">${content}</a>`;
      return `<h${depth} id="${id}" dir="auto">${title}</h${depth}>\n`;
    },
    code: ({ text, lang = '' }) => codeBlock(text, lang).html,
    codespan: ({ text }) => (isErrorCode(text) ? errorLink(text) : code(text)).html,
    paragraph({ tokens }) {
      return `<p dir="auto">${this.parser.parseInline(tokens)}</p>\n`;
    },
    table({ header, rows, anchors }: AnchoredTable) {
      const titles = header.map(({ text }) => text.replaceAll('`', ''));
      const rowHtml = (row: readonly Tokens.TableCell[]) => {
        const cells = row.map(({ header: isTitle, align, tokens }, i) => {
          const content = { html: this.parser.parseInline(tokens) };
          const side = align !== null && html` align="${align}"`;
          return isTitle
            ? html`<th${side}>${content}</th>
`
            : html`<td data-title="${titles[i]}"${side}>${content}</td>
`;
        });
        const name = row[0]?.text.replaceAll('`', '') ?? '';
        const anchor = `${anchors}${anchorOf(name.toLowerCase())}`;
        const id = anchors !== undefined && row !== header && html` id="${anchor}"`;
        return html`<tr${id}>${cells}</tr>
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

const NOTHING: Tokens.Space = { type: 'space', raw: '' };

/** A callout's kind, and what it says. */
function calloutOf([first = NOTHING, ...others]: readonly Token[]): {
  kind: string;
  content: Token[];
} {
  const { tokens: [start, ...rest] = [] } = first as Tokens.Paragraph;
  const [named, kind] = /^\[!(\w+)\]\s*/.exec(start?.raw ?? '') ?? [];
  if (!start || named === undefined) return { kind: 'note', content: [first, ...others] };
  const text = start.raw.slice(named.length);
  const paragraph = { ...first, tokens: [{ ...start, raw: text, text }, ...rest] };
  return { kind: String(kind).toLowerCase(), content: [paragraph as Token, ...others] };
}

export function isErrorCode(text: string): boolean {
  return Object.hasOwn(errorCodes(), text);
}

/** Makes tabs of the programs between markers, and tells tables how their anchors begin. */
function asMarked(tokens: Token[]): Token[] {
  const result: Token[] = [];
  /** What is between the markers of tabs, so far. */
  let inTabs: Token[] | undefined;
  let anchors: string | undefined;
  for (const token of tokens) {
    const marker = token.type === 'html' && MARKER.exec(token.raw);
    if (!marker) {
      (inTabs ?? result).push(token.type === 'table' ? { ...token, anchors } : token);
      if (token.type !== 'space') anchors = undefined;
      continue;
    }
    const [, prefix, isTabs] = marker;
    anchors = prefix;
    if (isTabs) inTabs = [];
    else if (prefix === undefined && inTabs) {
      result.push(tabs(inTabs));
      inTabs = undefined;
    }
  }
  return result;
}

/** A tab for each block of code, with the text above it. */
function tabs(tokens: readonly Token[]): Token {
  const all: InLanguage[] = [];
  let inTab: Token[] = [];
  for (const token of tokens) {
    inTab.push(token);
    if (token.type !== 'code') continue;
    const label = LANGUAGES[token.lang ?? ''] ?? token.lang ?? '';
    all.push({ label, content: { html: marked.parser(inTab) } });
    inTab = [];
  }
  const text = languages(all).html;
  return { type: 'html', raw: text, text, block: true, pre: false };
}

/**
 * Markdown of an operation's description as HTML. What says how stable the operation is stands out.
 *
 * @param kind how stable it is, a word of the contract: `deprecated`, `experimental` or `beta`
 */
export function descriptionProse(markdown: string, kind: string): Html {
  const ofOperation = new Marked(MARKDOWN, {
    renderer: {
      paragraph({ tokens, text }) {
        if (!text.split(/[^\w-]+/).includes(kind)) return false;
        const content = { html: `<p dir="auto">${this.parser.parseInline(tokens)}</p>\n` };
        return callout(kind, content).html;
      },
    },
  });
  return { html: ofOperation.parse(markdown, { async: false }) };
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
        // Copied into the page, so that the picture has the page's colours.
        const picture = { html: pictures.get(basename(href)) ?? '' };
        return html`<span role="img" aria-label="${text}">${picture}</span>`.html;
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
