import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { ERROR_CODES } from '../../../src/contract/error-codes.ts';
import { escapeHtml } from '../../../src/docs/escape-html.ts';
import { SITE } from '../../../src/docs/placeholders.ts';
import { GUIDES_FOLDER } from '../../sources.ts';
import { headingId } from '../guide-list.ts';
import { errorAnchor, sharedHeaderAnchor } from './anchors.ts';
import { codeBlock } from './code.ts';
import { code, type Html } from './html.ts';

/*
 * Markdown of the contract, the guides and the changelog as HTML. Each heading is a link to itself, and the
 * code of an error leads to what the guides say of it.
 */

/** What leads to a row of a table, by the titles of its columns. */
const ROW_ANCHORS: Readonly<Record<string, (name: string) => string>> = {
  'Code,Status,Meaning': errorAnchor,
  'Header,Meaning': sharedHeaderAnchor,
};

const marked = new Marked({
  walkTokens(token) {
    // Relative to the root of the service, as all guides have them.
    if (token.type === 'link') {
      token.href = token.href.replace(/^docs#/, '#').replace(/^(?=docs\/|client\.)/, SITE);
    }
  },
  renderer: {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      const id = headingId(text);
      const title = html.includes('<a ') ? html : `<a href="#${id}">${html}</a>`;
      return `<h${depth} id="${id}" dir="auto">${title}</h${depth}>\n`;
    },
    code: ({ text, lang = '' }) => codeBlock(text, lang).html,
    codespan({ text }) {
      const { html } = code(text);
      const isError = Object.hasOwn(ERROR_CODES, text);
      return isError ? `<a href="#${errorAnchor(text)}">${html}</a>` : html;
    },
    image({ href, text }) {
      const picture = readFileSync(join(GUIDES_FOLDER, basename(href)), 'utf8');
      const [size] = / width="\d+" height="\d+"/.exec(picture) ?? [''];
      return `<img src="${SITE}${href}" alt="${escapeHtml(text)}"${size} loading="lazy">`;
    },
    paragraph({ tokens }) {
      return `<p dir="auto">${this.parser.parseInline(tokens)}</p>\n`;
    },
    table(table) {
      const anchorOf = ROW_ANCHORS[table.header.map(({ text }) => text).join()];
      const cells = (row: readonly Tokens.TableCell[]) =>
        row.map((cell) => this.tablecell(cell)).join('');
      const rows = table.rows.map((row) => {
        const name = row[0]?.text.replaceAll('`', '') ?? '';
        const id = anchorOf ? ` id="${anchorOf(name)}"` : '';
        return `<tr${id}>${cells(row)}</tr>`;
      });
      const head = `<thead><tr>${cells(table.header)}</tr></thead>`;
      return `<table>${head}<tbody>${rows.join('\n')}</tbody></table>\n`;
    },
  },
});

/** Paragraphs, lists and so on. */
export function prose(markdown: string): Html {
  return { html: marked.parse(markdown, { async: false }) };
}

/** What is part of a line. */
export function inline(markdown: string): Html {
  return { html: marked.parseInline(markdown, { async: false }) };
}

/** Only its words, without blocks of code. */
export function plainText(markdown: string): string {
  const words: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    const isWords = token.type === 'codespan' || (token.type === 'text' && !token.tokens);
    if (isWords) words.push(token.text);
  });
  return words.join(' ').replaceAll(/\s+/g, ' ').trim();
}
