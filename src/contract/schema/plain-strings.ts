import { STRING_FORMATS, UNESCAPED_FORMATS } from './formats.ts';
import { compilePattern, type StringSchema } from './strings.ts';

/** What JSON escapes, and all surrogates, so that every character is one code unit. */
const ESCAPED = '"\\\\\\u0000-\\u001f\\ud800-\\udfff';
/** A pattern that does no more than exclude some characters, such as `^[^\x00]*$`. */
const EXCLUSION =
  /^\^\[\^((?:[^\\\]\u0080-\uffff]|\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|[tnrfv0]))+)\]\*\$$/;

type Test = (text: string) => boolean;

/** Returns whether a string is valid and JSON has it as it is. False for some that are valid. */
export function plainString(schema: StringSchema): (value: unknown) => boolean {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const test = testOf(schema);
  return (value) =>
    typeof value === 'string' &&
    value.length >= minLength &&
    value.length <= maxLength &&
    test(value);
}

function testOf({ pattern, format }: StringSchema): Test {
  const [, excluded] = EXCLUSION.exec(pattern ?? '') ?? [];
  const tests: Test[] = [];
  if (pattern !== undefined && excluded === undefined) {
    const expression = compilePattern(pattern, []);
    tests.push((text) => expression.test(text));
  }
  const isOfFormat = STRING_FORMATS.get(format ?? '');
  if (isOfFormat) tests.push(isOfFormat);
  const hasOnlyUnescaped = UNESCAPED_FORMATS.has(format) && excluded === undefined;
  // Both are searched at once, since to begin a search takes longer than to read a short string.
  const unwanted = new RegExp(`[${ESCAPED}${excluded ?? ''}]`);
  const isWanted: Test = (text) => !unwanted.test(text);
  return hasOnlyUnescaped ? tests.reduce(both) : [isWanted, ...tests].reduce(both);
}

function both(one: Test, other: Test): Test {
  return (text) => one(text) && other(text);
}
