import type { Json } from '../json.ts';
import { listOf } from '../schemas.ts';

/*
 * What schemas that apply together say of a value, in words.
 */

/** The first that a schema says of a keyword. */
export function first(parts: readonly Json[], keyword: string): unknown {
  return parts.find((part) => part[keyword] !== undefined)?.[keyword];
}

/** What a value can be, such as `integer, int64 or null`. */
export function typeOf(parts: readonly Json[], itemType: (items: unknown) => string): string {
  const types = [first(parts, 'type') ?? []].flat().map(String);
  const format = first(parts, 'format');
  const named = types.map((type) => {
    if (type === 'array') return `array of ${itemType(first(parts, 'items'))}`;
    return format !== undefined && type !== 'null' ? `${type}, ${format}` : type;
  });
  if (named.length > 0) return named.join(' or ');
  const isUnion = parts.some(({ oneOf, anyOf }) => oneOf ?? anyOf);
  return isUnion ? 'one of several' : 'any JSON value';
}

/** What is true of every value, in sentences. */
export function factsOf(parts: readonly Json[]): string[] {
  const get = (keyword: string) => first(parts, keyword);
  const sentences = [
    get('readOnly') === true && 'Read-only: not in requests',
    get('writeOnly') === true && 'Write-only: not in responses',
    get('deprecated') === true && 'Deprecated',
    get('const') !== undefined && `Always ${value(get('const'))}`,
    get('enum') !== undefined && `One of ${listOf(get('enum')).map(value).join(', ')}`,
    numbers(parts),
    get('multipleOf') !== undefined && `A multiple of ${get('multipleOf')}`,
    between(get('minLength'), get('maxLength'), 'character'),
    get('pattern') !== undefined && `Matches ${code(String(get('pattern')))}`,
    between(get('minItems'), get('maxItems'), 'item'),
    get('uniqueItems') === true && 'No item twice',
    between(get('minProperties'), get('maxProperties'), 'field'),
    get('default') !== undefined && `Default ${value(get('default'))}`,
  ];
  return sentences.flatMap((sentence) => (sentence ? [`${sentence}.`] : []));
}

/** A value as it is written in JSON; a text without its quotes, as it is written everywhere else. */
export function value(value: unknown): string {
  const isText = typeof value === 'string' && value !== '';
  return code(isText ? value : JSON.stringify(value));
}

function numbers(parts: readonly Json[]): string | undefined {
  const bounds: [keyword: string, words: string][] = [
    ['minimum', 'at least'],
    ['exclusiveMinimum', 'more than'],
    ['maximum', 'at most'],
    ['exclusiveMaximum', 'less than'],
  ];
  const [least, most] = [first(parts, 'minimum'), first(parts, 'maximum')];
  const others = bounds.filter(([keyword]) => first(parts, keyword) !== undefined);
  if (others.length === 2 && least !== undefined && most !== undefined)
    return `${least} to ${most}`;
  const words = others.map(([keyword, word]) => `${word} ${first(parts, keyword)}`).join(' and ');
  return words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1);
}

function between(least: unknown, most: unknown, noun: string): string | undefined {
  const counted = (count: unknown) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (least !== undefined && least === most) return `Exactly ${counted(least)}`;
  if (most !== undefined) {
    return least === undefined ? `At most ${counted(most)}` : `${least} to ${counted(most)}`;
  }
  return least === undefined ? undefined : `At least ${counted(least)}`;
}

/** Text as code within a line of Markdown, whatever is in it. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return fence + padding + text.replaceAll('\n', ' ') + padding + fence;
}
