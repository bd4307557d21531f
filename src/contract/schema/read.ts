import type { Fields } from './fields.ts';
import { readFreeForm } from './free-form.ts';
import { literalOf, readLiteral } from './literals.ts';
import type { Shape } from './shapes.ts';
import type { Run } from './violations.ts';

/**
 * What handlers get of a value that was checked: numbers by their types, and the defaults of what is
 * absent. Returns the value itself where nothing has to change.
 */
export function readValue(shape: Shape, value: unknown, run: Run): unknown {
  const found = shape.resolve?.(value, run) ?? shape;
  if (typeof value === 'string') return readText(value, found);
  if (typeof value !== 'object') return readNumber(value, found);
  if (value === null) return null;
  if (Array.isArray(value)) return readList(found, value, run);
  // An object that is no list has properties of whatever kind.
  return readFields(found, value as Fields, run);
}

/** Only the text of a URL or header is the text of another type. */
function readText(text: string, shape: Shape): unknown {
  if (shape.kind === undefined) return text;
  return shape.kind === 'boolean' ? text === 'true' : readNumber(readLiteral(text), shape);
}

function readNumber(value: unknown, { kind }: Shape): unknown {
  const literal = typeof value === 'boolean' ? undefined : literalOf(value);
  if (literal === undefined) return value;
  // The literals of integers were checked to be canonical.
  if (kind === 'int64') return BigInt(literal);
  if (kind === undefined) return readFreeForm(value);
  // A client may send a zero with a sign.
  return typeof value === 'number' ? value + 0 : Number(literal);
}

function readList(shape: Shape, list: readonly unknown[], run: Run): readonly unknown[] {
  const items = shape.items();
  let changed: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const next = readValue(items, item, run);
    if (next === item) continue;
    changed ??= [...list];
    changed[index] = next;
  }
  return changed ?? list;
}

function readFields(shape: Shape, given: Fields, run: Run): Fields {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(given)) {
    const value = given[name];
    const part = shape.partOf(name);
    const next = part ? readValue(part(), value, run) : readFreeForm(value);
    if (next === value) continue;
    changed ??= { ...given };
    changed[name] = next;
  }
  for (const { name, fallback, shape: shapeOf } of shape.fields) {
    if (!fallback || Object.hasOwn(given, name)) continue;
    changed ??= { ...given };
    changed[name] = readValue(shapeOf(), structuredClone(fallback.value), run);
  }
  return changed ?? given;
}
