/** How wide a value on one line can be. */
const WIDEST = 72;

/** A text in single quotes. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
}

/** A text within backticks. */
export function templated(text: string): string {
  return text.replaceAll(/[`$\\]/g, '\\$&');
}

/** A value as JavaScript. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return enclosed(
      '[',
      ']',
      '',
      indent,
      value.map((one) => literal(one, inner)),
    );
  }
  const entries = Object.entries(value).map(([name, one]) => [name, literal(one, inner)] as const);
  return object(entries, indent);
}

/** An object of names and expressions. */
export function object(entries: readonly (readonly [string, string])[], indent: string): string {
  const parts = entries.map(([name, code]) => `${nameOf(name)}: ${code}`);
  return enclosed('{', '}', ' ', indent, parts);
}

/** On one line, or where that is too wide one line for each part. */
function enclosed(
  open: string,
  close: string,
  space: string,
  indent: string,
  parts: readonly string[],
): string {
  if (parts.length === 0) return open + close;
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= WIDEST) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`;
}

function nameOf(name: string) {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
