import { type Json, listOf } from '../../contract/index.ts';

/** What is true of every value that a schema allows, in sentences of Markdown. */
export function factsOf(schema: Json): string[] {
  const { pattern, 'x-pattern-message': meaning } = schema;
  const examples = schema.example === undefined ? listOf(schema.examples) : [schema.example];
  const sentences = [
    schema.readOnly === true && 'Read-only: not in requests',
    schema.writeOnly === true && 'Write-only: not in responses',
    schema.deprecated === true && 'Deprecated',
    schema.const !== undefined && `Always ${value(schema.const)}`,
    withDefault(schema),
    schema.multipleOf !== undefined && `A multiple of ${schema.multipleOf}`,
    between(schema.minLength, schema.maxLength, 'character'),
    pattern !== undefined &&
      `Matches ${code(String(pattern))}${meaning === undefined ? '' : `: ${meaning}`}`,
    between(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems === true && 'No item twice',
    between(schema.minProperties, schema.maxProperties, 'field'),
    examples.length > 0 && examplesInWords(examples),
  ];
  return sentences.flatMap((sentence) => (sentence ? [`${sentence}.`] : []));
}

export function examplesInWords(examples: readonly unknown[]): string {
  return `Example${examples.length === 1 ? '' : 's'}: ${examples.map(value).join(', ')}`;
}

/** What is allowed, and what holds without a value. */
function withDefault(schema: Json): string | false {
  const given = schema.default !== undefined && `default ${value(schema.default)}`;
  const words = [values(schema), numbers(schema), given].filter(Boolean).join(', ');
  return words !== '' && words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A value as it is written in JSON; a text without its quotes, as it is written everywhere else.
 */
export function value(value: unknown): string {
  const isText = typeof value === 'string' && value !== '';
  return code(isText ? value : JSON.stringify(value));
}

/** Nothing where the description says it already, with what each value means. */
function values({ enum: allowed, description = '' }: Json): string | false {
  const all = listOf(allowed).map(value);
  const isSaid = all.every((one) => String(description).includes(one));
  return !isSaid && `One of ${all.join(', ')}`;
}

function numbers(schema: Json): string | false {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  const bounds = [
    minimum !== undefined && `at least ${minimum}`,
    above !== undefined && `more than ${above}`,
    maximum !== undefined && `at most ${maximum}`,
    below !== undefined && `less than ${below}`,
  ];
  const words = bounds.filter(Boolean).join(' and ');
  return words !== '' && words.charAt(0).toUpperCase() + words.slice(1);
}

function between(least: unknown, most: unknown, noun: string): string | false {
  const counted = (count: unknown) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  if (least !== undefined && least === most) return `Exactly ${counted(least)}`;
  if (least !== undefined && most !== undefined) return `${least} to ${counted(most)}`;
  if (most !== undefined) return `At most ${counted(most)}`;
  return least !== undefined && `At least ${counted(least)}`;
}

/** Text as code within a line of Markdown, whatever is in it. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return fence + padding + text.replaceAll('\n', ' ') + padding + fence;
}
