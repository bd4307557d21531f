import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { ERROR_CODES } from '../../../src/contract/error-codes.ts';
import { escapeHtml } from '../../../src/docs/escape-html.ts';
import { ASSET, SITE } from '../../../src/docs/placeholders.ts';
import { headingId } from '../guide-list.ts';
import { PAGE_FOLDER } from '../sources.ts';
import { errorAnchor, placeAnchor, sharedHeader } from './anchors.ts';
import { breakable } from './html.tsx';

/*
 * Markdown of the contract, the guides and the changelog as HTML. Each heading is a link to itself, and the
 * code of an error leads to what the guides say of it.
 */

/** What leads to a row of a table, by the titles of its columns. */
const ROW_ANCHORS: Readonly<Record<string, (name: string) => string>> = {
  'Code,Status,Meaning': errorAnchor,
  'Header,Meaning': (name) => placeAnchor(sharedHeader(name)),
};
/** What paths relative to the root of the service begin with in guides. */
const SITE_PATH = /^(?=docs\/)/;
const PICTURE_PATH = /^docs\/static\/(.+)$/;
const TEXT_ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

const marked = new Marked({
  walkTokens(token) {
    if (token.type === 'link') token.href = token.href.replace(SITE_PATH, SITE);
  },
  renderer: {
    heading({ tokens, depth, text }) {
      const html = this.parser.parseInline(tokens);
      const id = headingId(text);
      const title = html.includes('<a ') ? html : `<a href="#${id}">${html}</a>`;
      return `<h${depth} id="${id}" dir="auto">${title}</h${depth}>\n`;
    },
    codespan({ text }) {
      const code = `<code dir="auto">${breakable(text)}</code>`;
      return Object.hasOwn(ERROR_CODES, text)
        ? `<a href="#${errorAnchor(text)}">${code}</a>`
        : code;
    },
    image({ href, text }) {
      const [, name = ''] = PICTURE_PATH.exec(href) ?? [];
      const picture = readFileSync(join(PAGE_FOLDER, name), 'utf8');
      const [size] = / width="\d+" height="\d+"/.exec(picture) ?? [''];
      return `<img src="${ASSET}${name}" alt="${escapeHtml(text)}"${size} loading="lazy">`;
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
export function prose(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** What is part of a line. */
export function inline(markdown: string): string {
  return marked.parseInline(markdown, { async: false });
}

/** Only its words. */
export function plainText(markdown: string): string {
  return prose(markdown)
    .replaceAll(/<(?:wbr|\/?(?:code|a|em|strong|span)\b[^>]*)>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => TEXT_ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
