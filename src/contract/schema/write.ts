import { type Fields, ownValue } from './fields.ts';
import { writeFreeForm } from './free-form.ts';
import { literalOf } from './literals.ts';
import type { Shape } from './shapes.ts';
import type { Run } from './violations.ts';

/** What JSON escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** JSON of a value that was checked, with the properties that the schemas describe. */
export function writeValue(shape: Shape, value: unknown, run: Run): string {
  if (typeof value === 'string') return writeString(value);
  const literal = typeof value === 'boolean' ? undefined : literalOf(value);
  if (literal !== undefined) return literal;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const found = shape.resolve?.(value, run) ?? shape;
  if (found.isFree) return writeFreeForm(value);
  if (Array.isArray(value)) return writeList(found, value, run);
  // An object that is no list has properties of whatever kind.
  return writeFields(found, value as Fields, run);
}

/** Faster than JSON.stringify, which has to look for the same. */
function writeString(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function writeList(shape: Shape, list: readonly unknown[], run: Run): string {
  const items = shape.items();
  let text = '';
  for (const item of list) text += `${text ? ',' : ''}${writeValue(items, item, run)}`;
  return `[${text}]`;
}

function writeFields(shape: Shape, value: Fields, run: Run): string {
  let text = '';
  for (const { name, key, shape: shapeOf } of shape.fields) {
    const part = ownValue(value, name);
    if (part === undefined) continue;
    text += `${text ? ',' : ''}${key}${writeValue(shapeOf(), part, run)}`;
  }
  const { names, others } = shape;
  if (!others) return `{${text}}`;
  for (const name of Object.keys(value)) {
    const part = value[name];
    if (part === undefined || names.has(name)) continue;
    text += `${text ? ',' : ''}${writeString(name)}:${writeValue(others(), part, run)}`;
  }
  return `{${text}}`;
}
