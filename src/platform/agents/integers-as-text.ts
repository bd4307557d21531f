// Integers of 64 bits that an agent has written as text: a program in JavaScript rounds a number,
// and nobody would notice. Only a tool takes them: in a body, text is no integer.

import type { Schema } from '../schema/schemas.ts';
import { INTEGER } from '../schema/written-numbers.ts';
import { isObject } from './messages.ts';

/** The lowest has 20 characters. */
const MAX_LENGTH = 20;

/**
 * A copy of arguments with each int64 as a number that was written as one, but in text. What does
 * not fit the schema stays as it is, for the operation to reject.
 */
export function withIntegers(value: unknown, schema: Schema): unknown {
  if (typeof value === 'string') return isInt64(value, schema) ? BigInt(value) : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((one) => withIntegers(one, items)) : value;
  }
  if (!isObject(value)) return value;
  const fields = { ...fieldsOf(schema), ...fieldsOf(branchOf(schema, value)) };
  const entries = Object.entries(value).map(([name, one]) => {
    const field = fields[name];
    return [name, field ? withIntegers(one, field) : one] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether a text is an integer, where the schema of the tool takes either. */
function isInt64(text: string, { type, format }: Schema): boolean {
  const isOffered = format === 'int64' && [type].flat().includes('string');
  return isOffered && text.length <= MAX_LENGTH && INTEGER.test(text);
}

function fieldsOf({ properties = {} }: Schema): Readonly<Record<string, Schema>> {
  return properties as Readonly<Record<string, Schema>>;
}

/** The branch of a union that has the value's tags. */
function branchOf({ oneOf = [] }: Schema, value: Schema): Schema {
  const branches = oneOf as readonly Schema[];
  const found = branches.find((branch) =>
    Object.entries(fieldsOf(branch)).every(([name, field]) => {
      const tags = field.enum ?? ('const' in field ? [field.const] : undefined);
      return !tags || !(name in value) || (tags as readonly unknown[]).includes(value[name]);
    }),
  );
  return found ?? {};
}
