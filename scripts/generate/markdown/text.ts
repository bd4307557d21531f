/** Text as code within a line, whatever is in it. */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return fence + padding + text.replaceAll('\n', ' ') + padding + fence;
}

/** Text as a block of code, whatever is in it. */
export function codeBlock(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

/**
 * An entry of a list, with what belongs to it below.
 *
 * @param text Markdown of any number of paragraphs
 * @param below entries of their own
 */
export function entry(text: string, below: readonly string[] = []): string {
  const [first = '', ...more] = text.trim().split(/\n{2,}/);
  // The lines of a paragraph are one, which those of a list are not.
  const start = first.replaceAll(/\n(?![-*|])/g, ' ');
  const rest = more.length === 0 ? '' : `\n\n${more.join('\n\n')}`;
  const gap = rest === '' ? '\n' : '\n\n';
  return indented(
    `- ${start}${rest}${below.map((line, i) => (i === 0 ? gap : '\n') + line).join('')}`,
  );
}

/** Everything but the first line, so that it belongs to the entry. */
function indented(text: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, '\n  ');
}

/** The parts that are there, as paragraphs. */
export function paragraphs(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join('\n\n');
}

/** `a`, `a and b`, or `a, b and c`. */
export function enumerated(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
