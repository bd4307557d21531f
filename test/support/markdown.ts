// The sections, code and tables of a document in Markdown.

/**
 * The section with this heading, up to the next one of its level or above.
 *
 * @throws if there is none
 */
export function sectionOf(document: string, title: string): string {
  const lines = document.split('\n');
  // A comment in code is no heading.
  const isCode = lines
    .map(isFence)
    .map((_, i, fences) => fences.slice(0, i).filter(Boolean).length % 2 === 1);
  const isHeading = (line: string, i: number) => /^#+ /.test(line) && !isCode[i];
  const start = lines.findIndex((line, i) => isHeading(line, i) && line.endsWith(`# ${title}`));
  if (start < 0) throw new Error(`No section has the title "${title}".`);
  const level = lines[start]?.indexOf(' ') ?? 0;
  const isNext = (line: string, i: number) => isHeading(line, i) && line.indexOf(' ') <= level;
  const end = lines.findIndex((line, i) => i > start && isNext(line, i));
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
}

function isFence(line: string): boolean {
  return line.trimStart().startsWith('```');
}

/** The blocks of code, without the indentation of a list that they are in. */
export function codeBlocksOf(document: string): readonly { language: string; text: string }[] {
  return [...document.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(
    ([, indent = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The code of all blocks in a language, in their order. */
export function codeIn(language: string, document: string): readonly string[] {
  return codeBlocksOf(document).flatMap((one) => (one.language === language ? [one.text] : []));
}

/**
 * The cells of each row of the table whose columns have these names.
 *
 * @throws if there is none
 */
export function tableOf(document: string, ...columns: readonly string[]): readonly string[][] {
  const lines = document.split('\n');
  const heading = lines.indexOf(`| ${columns.join(' | ')} |`);
  if (heading < 0) throw new Error(`No table has the columns ${columns.join(', ')}.`);
  const end = lines.findIndex((line, i) => i > heading && !line.startsWith('|'));
  // Without the line below the heading.
  const rows = lines.slice(heading + 2, end < 0 ? undefined : end);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The code within a cell or a sentence. */
export function codeSpansIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}
