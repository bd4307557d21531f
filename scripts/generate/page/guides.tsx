import { marked, type Token, type Tokens } from 'marked';
import { headingId } from '../guide-list.ts';
import { CodeBlock } from './code.tsx';
import { Html } from './html.tsx';
import { plainText, prose } from './prose.ts';

/*
 * The guides: their text, and beside it the code that it is about.
 */

export interface Guide {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** Text, and the blocks of code that follow it. */
interface Row {
  readonly text: Token[];
  readonly blocks: Tokens.Code[];
}

/** Divides Markdown at its headings of the second level. */
export function guidesIn(markdown: string): { introduction: readonly Row[]; guides: Guide[] } {
  const introduction: Row[] = [];
  const guides: Guide[] = [];
  let rows = introduction;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'heading' && token.depth === 2) {
      rows = [];
      guides.push({ id: headingId(token.text), title: token.text, rows });
    }
    addTo(rows, token);
  }
  return { introduction, guides };
}

function addTo(rows: Row[], token: Token) {
  const last = rows.at(-1);
  if (token.type === 'code' && last) {
    last.blocks.push(token as Tokens.Code);
  } else if (token.type !== 'space') {
    const isNew = !last || last.blocks.length > 0 || token.type === 'heading';
    if (isNew) rows.push({ text: [token], blocks: [] });
    else last.text.push(token);
  }
}

/** A heading, and the text below it. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The parts of a guide that can be linked to. */
export function sectionsOf({ rows }: Guide): Section[] {
  const sections: { title: string; tokens: Token[] }[] = [];
  for (const token of rows.flatMap(({ text }) => text)) {
    if (token.type === 'heading') sections.push({ title: token.text, tokens: [] });
    else sections.at(-1)?.tokens.push(token);
  }
  return sections.map(({ title, tokens }) => ({
    id: headingId(title),
    title: plainText(title),
    text: plainText(markdownOf(tokens)),
  }));
}

function markdownOf(tokens: readonly Token[]): string {
  return tokens.map(({ raw }) => raw).join('\n\n');
}

/** What a document says before its guides, and each of them. */
export function Guides({ introduction, guides }: ReturnType<typeof guidesIn>) {
  return (
    <>
      <Rows rows={introduction} />
      {guides.map(({ id, rows }) => (
        <section key={id} class="guide" aria-labelledby={id}>
          <Rows rows={rows} />
        </section>
      ))}
    </>
  );
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <>
      {rows.map(({ text, blocks }) => (
        <div key={text} class="row">
          <Html html={prose(markdownOf(text))} class="text" />
          {blocks.length > 0 && (
            <div class="aside">
              {blocks.map((block) => (
                <CodeBlock key={block} code={block.text} language={block.lang ?? ''} />
              ))}
            </div>
          )}
        </div>
      ))}
    </>
  );
}
