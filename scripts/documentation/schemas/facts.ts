// What schemas say of values, in sentences.

import {
  COUNTS,
  type Deprecation,
  deprecationOf,
  type Example,
  listOf,
  type Schema,
} from '../../contract/index.ts';

/** What is true of every value that a schema allows, in sentences of Markdown. */
export function factsOf(schema: Schema): string[] {
  const { pattern, 'x-pattern-message': meaning, const: only } = schema;
  const sentences = [
    schema.readOnly === true && 'read-only: not in requests',
    schema.writeOnly === true && 'write-only: not in responses',
    endInWords(deprecationOf(schema)),
    only !== undefined && `always ${valueInWords(only)}`,
    allowedValues(schema),
    schema.multipleOf !== undefined && `a multiple of ${schema.multipleOf}`,
    ...COUNTS.map(({ least, most, noun }) => range(schema[least], schema[most], noun)),
    patternInWords(pattern, meaning),
  ];
  return sentences.flatMap(sentence);
}

/** When a parameter or a header ends, and what replaces it, in a sentence of Markdown. */
export function endFacts(deprecation: Deprecation | undefined): string[] {
  return sentence(endInWords(deprecation));
}

function sentence(words: string | false): string[] {
  return words ? [`${words.charAt(0).toUpperCase()}${words.slice(1)}.`] : [];
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function endInWords(deprecation: Deprecation | undefined): string | false {
  if (!deprecation) return false;
  const { since, sunset, successor } = deprecation;
  const [from, to] = [since, sunset].map((day) => DAY.format(new Date(day)));
  const cure = successor === undefined ? '' : `: use ${code(successor)} instead`;
  return `deprecated since ${from}, may be removed from ${to} on${cure}`;
}

/** @param message of an error. Unless it says what a value must be, readers need neither. */
function patternInWords(pattern: unknown, message: unknown): string | false {
  if (message === undefined) return pattern !== undefined && `matches ${code(String(pattern))}`;
  return /^must /.test(String(message)) && `${message} (${code(String(pattern))})`;
}

/** Examples of a parameter or a header, in sentences of Markdown. */
export function exampleFacts(examples: readonly Example[]): string[] {
  return examples.map(({ value, summary, description }) => {
    const said = [summary, description].filter(Boolean).join('. ');
    return `Example: ${valueInWords(value)}${said && ` (${said})`}.`;
  });
}

/** The values and numbers that are allowed, and the default. */
function allowedValues(schema: Schema): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below, default: fallback } = schema;
  const bounds = [
    range(schema.minimum, schema.maximum),
    above !== undefined && `more than ${above}`,
    below !== undefined && `less than ${below}`,
  ];
  const numbers = bounds.filter(Boolean).join(' and ');
  const byDefault = fallback !== undefined && `default ${valueInWords(fallback)}`;
  return [enumerated(schema), numbers, byDefault].filter(Boolean).join(', ');
}

/** The values of an `enum`; nothing if the description names them all, with their meanings. */
function enumerated({ enum: allowed, description = '' }: Schema): string | false {
  const all = listOf(allowed).map(valueInWords);
  const isSaid = all.every((one) => String(description).includes(one));
  return !isSaid && `one of ${all.join(', ')}`;
}

function range(least: unknown, most: unknown, noun = ''): string | false {
  const counted = (count: unknown) => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const inWords = noun ? counted : String;
  if (least === undefined) return most !== undefined && `at most ${inWords(most)}`;
  if (most === undefined) return `at least ${inWords(least)}`;
  return least === most ? `exactly ${inWords(least)}` : `${least} to ${inWords(most)}`;
}

/** A value as JSON, but a text without quotes, as people write it elsewhere. */
function valueInWords(value: unknown): string {
  const isText = typeof value === 'string' && value !== '';
  return code(isText ? value : JSON.stringify(value));
}

/** Text as code within a line of Markdown, whatever is in it. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = /^`|`$|^ .* $/s.test(text) ? ' ' : '';
  return fence + padding + text.replaceAll('\n', ' ') + padding + fence;
}
