import { bundledLanguages, createCssVariablesTheme, createHighlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { escapeHtml } from '../../../src/docs/escape-html.ts';
import { EXAMPLE_BASE_URL } from '../../../src/docs/placeholders.ts';

/*
 * Code in the colours of its language. Those are classes, which the page gives a colour for each theme.
 */

const THEME = createCssVariablesTheme({ variablePrefix: '' });
/** The class of each kind of token that has a colour of its own. */
const CLASSES: Readonly<Record<string, string>> = {
  comment: 'm',
  constant: 'c',
  function: 'f',
  keyword: 'k',
  link: 's',
  parameter: 'c',
  string: 's',
  'string-expression': 's',
};

const highlighter = await createHighlighter({
  themes: [THEME],
  langs: [],
  engine: createJavaScriptRegexEngine(),
});

/** Loads the languages that are known; code in others has no colours. */
export async function loadLanguages(names: Iterable<string>): Promise<void> {
  const known = [...names].map((name) => name.toLowerCase()).filter(isKnown);
  await highlighter.loadLanguage(...known);
}

function isKnown(name: string): name is keyof typeof bundledLanguages {
  return Object.hasOwn(bundledLanguages, name);
}

/** Code as HTML; without colours if its language was not loaded. */
export function highlight(code: string, language: string): string {
  const name = language.toLowerCase();
  const isLoaded = highlighter.getLoadedLanguages().includes(name);
  const lines = highlighter.codeToTokensBase(code.trimEnd(), {
    lang: (isLoaded ? name : 'text') as 'text',
    theme: THEME,
    // However busy the machine is, the same comes out.
    tokenizeTimeLimit: 0,
  });
  const html = lines.map(lineHtml).join('\n');
  assertReplaceable(code, html);
  return html;
}

interface Token {
  readonly content: string;
  readonly color?: string;
}

/** Neighbours of the same kind are one element. */
function lineHtml(tokens: readonly Token[]): string {
  const runs: { kind: string | undefined; text: string }[] = [];
  for (const { content, color = '' } of tokens) {
    const [, token = ''] = /token-([\w-]+)/.exec(color) ?? [];
    const kind = content.trim() === '' ? runs.at(-1)?.kind : CLASSES[token];
    const last = runs.at(-1);
    if (last && last.kind === kind) last.text += content;
    else runs.push({ kind, text: content });
  }
  return runs
    .map(({ kind, text }) =>
      kind ? `<span class="${kind}">${escapeHtml(text)}</span>` : escapeHtml(text),
    )
    .join('');
}

/** A deployment puts its own base address there. */
function assertReplaceable(code: string, html: string) {
  const count = (text: string) => text.split(EXAMPLE_BASE_URL).length;
  if (count(code) !== count(html)) {
    throw new Error(`This sample has ${EXAMPLE_BASE_URL} in several tokens:\n${code}`);
  }
}
