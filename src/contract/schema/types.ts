import { type ArraySchema, arrayCheck } from './arrays.ts';
import type { Composite } from './composites.ts';
import { isPlainObject } from './free-form.ts';
import type { JsonType, Schema } from './keywords.ts';
import { literalOf } from './literals.ts';
import { FREE, type Node } from './node.ts';
import { type NumberSchema, numberCheck, type Source } from './numbers.ts';
import { type ObjectSchema, objectCheck } from './objects.ts';
import { type StringSchema, stringCheck } from './strings.ts';
import { type Check, mismatch, violation } from './violations.ts';

/** What the check of a type is made of. */
export interface Typed {
  readonly schema: Schema;
  readonly keys: readonly string[];
  /** Has its properties and items already. */
  readonly node: Node;
  readonly types: readonly JsonType[];
  /** Whether the types are those of what stands beside. A value of another type is ignored then. */
  readonly isInferred: boolean;
  readonly composite: Composite;
  readonly source: Source;
  readonly direction: 'request' | 'response';
  readonly noun: string;
  /** Whether the items of an array are numbers that are written as text. */
  readonly hasNumberItems: boolean;
}

/** Checks the type of a value, and the keywords of this type. */
export function typedCheck(typed: Typed): Check {
  const { types, isInferred, source, noun } = typed;
  const check = isInferred && source === 'json' ? checkIfTyped(typed) : checkType(typed);
  if (noun !== 'parameter' || types.includes('array')) return check;
  return (value, run) =>
    Array.isArray(value) ? violation('must be sent only once') : check(value, run);
}

/** Of one type, or of one type and null. */
function checkType(typed: Typed): Check {
  const [first = 'null', second] = typed.types;
  const check = checkOf(first, typed);
  return second ? (value, run) => (value === null ? undefined : check(value, run)) : check;
}

function checkIfTyped(typed: Typed): Check {
  const { types } = typed;
  // Every integer is a number.
  const relevant = types.filter((type) => type !== 'integer' || !types.includes('number'));
  const checks = relevant.map((type) => [type, checkOf(type, typed)] as const);
  return (value, run) => checks.find(([type]) => isOfType(value, type))?.[1](value, run);
}

function checkOf(type: JsonType, typed: Typed): Check {
  const { keys, types, source, composite, isInferred, node } = typed;
  // The values of the keywords were checked, and those of another type are not there.
  const schema = typed.schema as NumberSchema & StringSchema & ArraySchema & ObjectSchema;
  if (type === 'string') return stringCheck(schema, keys, types);
  if (type === 'integer' || type === 'number') {
    const isUnlimited = isInferred || (composite.isInt64 && schema.format === undefined);
    return numberCheck(schema, { type, source, keys, types, isUnlimited });
  }
  if (type === 'array') {
    const items = node.items ?? FREE;
    const check = arrayCheck(schema, items, typed.hasNumberItems && source === 'text');
    return (value, run) => (Array.isArray(value) ? check(value, run) : mismatch(types));
  }
  if (type === 'object') {
    const check = objectCheck(node, schema, typed);
    return (value, run) => (isObject(value) ? check(value, run) : mismatch(types));
  }
  const texts = source === 'text' ? ['true', 'false'] : [];
  return (value) =>
    isOfType(value, type) || texts.includes(value as string) ? undefined : mismatch(types);
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'object') return isObject(value);
  if (type === 'integer' || type === 'number') return literalOf(value) !== undefined;
  return typeof value === (type === 'string' ? 'string' : 'boolean');
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && isPlainObject(value)
  );
}
