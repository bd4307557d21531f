import type { Exact } from './exact.ts';
import { alternatives, type Context, type Schema, typesOf } from './schema.ts';
import type { Raw } from './styles.ts';

/*
 * What the texts of a parameter or header mean. Every test of a response reads this, so it stands
 * apart from the generators, which take a second to load.
 */

const CANONICAL: Readonly<Record<string, RegExp>> = {
  integer: /^(?:0|-?[1-9]\d*)$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/,
};
/** @returns undefined where the text of a number or boolean is not canonical */
export function meaningOf(schema: Schema, raw: Raw, context: Context): Exact | undefined {
  const [alternative = []] = alternatives(schema, context);
  const types = typesOf(alternative) ?? [];
  if (typeof raw === 'string') return primitiveOf(types, raw);
  if ('parts' in raw) {
    if (!types.includes('object')) return undefined;
    const fields = raw.parts.map(([name, text]) => {
      const parts = alternative.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
      );
      return [name, meaningOf({ allOf: parts }, text, context)] as const;
    });
    const isRead = (field: (typeof fields)[number]): field is readonly [string, Exact] =>
      field[1] !== undefined;
    return fields.every(isRead) ? { fields: fields.filter(isRead) } : undefined;
  }
  if (!types.includes('array')) return undefined;
  const items: Schema = { allOf: alternative.flatMap(({ items }) => items ?? []) };
  const values = raw.map((text) => meaningOf(items, text, context));
  const read = values.filter((value) => value !== undefined);
  return read.length === values.length ? read : undefined;
}

function primitiveOf(types: readonly string[], text: string): Exact | undefined {
  const type = types.find((one) => CANONICAL[one]?.test(text));
  if (type === 'boolean') return text === 'true';
  if (type !== undefined) return { number: text };
  return types.length === 0 || types.includes('string') ? text : undefined;
}
