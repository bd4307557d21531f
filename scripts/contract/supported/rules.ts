import { isObject, type Json } from '../../generate/json.ts';

/*
 * What the tables of supported fields are written in: a rule looks at one value and reports what is
 * wrong with it.
 */

/** A problem, and what to write instead. */
export interface Finding {
  readonly keys: readonly string[];
  readonly message: string;
  /**
   * Whether the value has another form than everything else relies on (`shape`), or is a key that must
   * not be there (`key`).
   */
  readonly kind: 'shape' | 'key' | 'meaning';
}

/** A place in the complete contract. */
export interface At {
  readonly document: Json;
  readonly keys: readonly string[];
  /** The schemas that have been looked at. */
  readonly schemas: Placed[];
  report(message: string, kind?: Finding['kind']): void;
  below(...keys: readonly (string | number)[]): At;
  /** The place of the whole document. */
  root(): At;
}

export interface Placed {
  readonly schema: Json;
  readonly at: At;
}

export type Rule = (value: unknown, at: At) => void;
export type Fields = Readonly<Record<string, Rule>>;

/** The place of a whole document. Everything that is reported goes to `found`. */
export function rootOf(document: Json, found: Finding[]): At {
  const schemas: Placed[] = [];
  const place = (keys: readonly string[]): At => ({
    document,
    keys,
    schemas,
    report: (message, kind = 'meaning') => found.push({ keys, message, kind }),
    below: (...more) => place([...keys, ...more.map(String)]),
    root: () => place([]),
  });
  return place([]);
}

/** A value that fits a test, or else this is what it must be. */
export function must(fits: (value: unknown) => boolean, be: string): Rule {
  return (value, at) => {
    if (!fits(value)) at.report(`Write ${be} here.`, 'shape');
  };
}

export const anything: Rule = () => undefined;
export const text = must((value) => typeof value === 'string', 'a text');
export const flag = must((value) => typeof value === 'boolean', '`true` or `false`');
export const number = must((value) => typeof value === 'number', 'a number');
export const count = must(
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  'an integer of 0 or more',
);
const list = must(Array.isArray, 'a list');
const map = must(isObject, 'keys and values');

/** One of these values. */
export function oneOf(...values: readonly unknown[]): Rule {
  return must((value) => values.includes(value), `${shown(values.slice(0, -1), values.at(-1))}`);
}

function shown(values: readonly unknown[], last: unknown) {
  const others = values.map((value) => `\`${value}\``).join(', ');
  return others ? `${others} or \`${last}\`` : `\`${last}\``;
}

/** A field that a table has in order to say what takes its place. */
export function refused(instead: string): Rule {
  return (_value, at) => at.report(notSupported(at.keys.at(-1) ?? '', instead), 'key');
}

export function notSupported(what: string, instead: string): string {
  return `\`${what}\` is not supported. ${instead}`;
}

export function listOf(rule: Rule, minimum = 0): Rule {
  return (value, at) => {
    list(value, at);
    if (!Array.isArray(value)) return;
    if (value.length < minimum) at.report('Write at least one item here.', 'shape');
    for (const [index, item] of value.entries()) rule(item, at.below(index));
  };
}

export function mapOf(rule: Rule, nameRule: Rule = anything): Rule {
  return (value, at) => {
    map(value, at);
    if (!isObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      nameRule(key, at.below(key));
      rule(item, at.below(key));
    }
  };
}

/** All of these, one after the other. */
export function all(...rules: readonly Rule[]): Rule {
  return (value, at) => {
    for (const rule of rules) rule(value, at);
  };
}

/** An object with these fields and no others. */
export function object(name: string, fields: Fields, required: readonly string[] = []): Rule {
  return (value, at) => {
    map(value, at);
    // A reference is still here only where it leads nowhere, which Redocly reports.
    if (!isObject(value) || typeof value.$ref === 'string') return;
    for (const [key, item] of Object.entries(value))
      fieldRule(fields, key, name)(item, at.below(key));
    for (const key of required.filter((one) => !Object.hasOwn(value, one))) {
      at.report(`Add \`${key}\`: ${name} must have it.`, 'shape');
    }
  };
}

/** The rule of a field, or one that reports it as unknown. */
export function fieldRule(fields: Fields, key: string, name: string): Rule {
  const rule = Object.hasOwn(fields, key) ? fields[key] : undefined;
  if (rule) return rule;
  const near = nearest(key, Object.keys(fields));
  const instead = near ? `Did you mean \`${near}\`?` : 'Remove it.';
  return (_value, at) => at.report(`\`${key}\` is not a field of ${name}. ${instead}`, 'key');
}

/** The one that a misspelt name was meant to be, if there is one. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const rated = names.map((one) => ({
    one,
    edits: distance(name.toLowerCase(), one.toLowerCase()),
  }));
  const [best] = rated.sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.max(1, Math.floor(name.length / 4)) ? best.one : undefined;
}

/** How many characters have to be added, removed or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, a] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, b] of [...to].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (a === b ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
