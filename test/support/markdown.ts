// The sections, code and tables of a document in Markdown.

/**
 * The section with this heading, up to the next one of its level or above.
 *
 * @throws if there is none
 */
export function sectionOf(document: string, title: string): string {
  const lines = document.split('\n');
  let isInCode = false;
  // A comment in code is no heading.
  const headings = lines.map((line) => {
    if (line.trimStart().startsWith('```')) isInCode = !isInCode;
    return !isInCode && /^#+ /.test(line) ? line : '';
  });
  const start = headings.findIndex((line) => line.endsWith(`# ${title}`));
  if (start < 0) throw new Error(`No section has the title "${title}".`);
  const level = headings[start]?.indexOf(' ') ?? 0;
  const end = headings.findIndex((line, i) => i > start && line && line.indexOf(' ') <= level);
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
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
