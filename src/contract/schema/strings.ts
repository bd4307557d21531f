import { STRING_FORMATS } from './formats.ts';
import { SchemaError } from './schema-error.ts';
import { type Check, mismatch, violation } from './violations.ts';

/** The keywords of a string. */
export interface StringSchema {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly 'x-pattern-message'?: string;
}

type Rule = (text: string) => string | undefined;

/**
 * Checks a string. An unpaired surrogate, which JSON can escape, has no form in UTF-8, and not every
 * pattern can name it.
 *
 * @throws {SchemaError} when pattern or format cannot be checked
 */
export function stringCheck(
  schema: StringSchema,
  keys: readonly string[],
  types: readonly string[],
): Check {
  const rules = [wellFormed, ...lengthRules(schema), ...patternRules(schema, keys)];
  return (value) => {
    if (typeof value !== 'string') return mismatch(types);
    for (const rule of rules) {
      const message = rule(value);
      if (message !== undefined) return violation(message);
    }
    return undefined;
  };
}

function wellFormed(text: string) {
  return text.isWellFormed() ? undefined : 'must not contain an unpaired surrogate';
}

function lengthRules({
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: StringSchema): Rule[] {
  const tooShort = `must have at least ${countOf(minLength, 'character')}`;
  const tooLong = `must have at most ${countOf(maxLength, 'character')}`;
  return [
    // A character takes one or two code units, so that few strings have to be counted.
    (text) => (text.length < minLength * 2 && lengthOf(text) < minLength ? tooShort : undefined),
    (text) => (text.length > maxLength && lengthOf(text) > maxLength ? tooLong : undefined),
  ];
}

/** The number of characters, not of UTF-16 code units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

function patternRules(schema: StringSchema, keys: readonly string[]): Rule[] {
  const { pattern, format } = schema;
  const rules: Rule[] = [];
  if (format !== undefined) {
    const isOfFormat = STRING_FORMATS.get(format);
    if (!isOfFormat) {
      throw new SchemaError([...keys, 'format'], `${format} is not checked on strings.`);
    }
    rules.push((text) => (isOfFormat(text) ? undefined : `must match format "${format}"`));
  }
  if (pattern !== undefined) {
    const expression = compilePattern(pattern, [...keys, 'pattern']);
    const message = schema['x-pattern-message'] ?? `must match pattern "${pattern}"`;
    rules.unshift((text) => (expression.test(text) ? undefined : message));
  }
  return rules;
}

function compilePattern(pattern: string, keys: readonly string[]): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw new SchemaError(
      keys,
      `${pattern} is not a regular expression of ECMAScript with flag u.`,
    );
  }
}

/** A number with its noun. */
export function countOf(count: number, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${count} ${count === 1 ? noun : plural}`;
}
