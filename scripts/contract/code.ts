// Writes data as code, in which names and other code can stand for values.

/** Code that stands for a value, such as the name of a constant. No value of a contract is one. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value as code, with a line for each entry, as JSON has it. */
export function codeOf(value: unknown, indent = ''): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const below = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((one) => codeOf(one, below))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([key, one]) => `${JSON.stringify(key)}: ${codeOf(one, below)}`);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return `${start}${end}`;
  return `${start}\n${below}${entries.join(`,\n${below}`)}\n${indent}${end}`;
}
