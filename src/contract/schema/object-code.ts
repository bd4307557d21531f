import { type Fields, ownValue } from './fields.ts';
import type { Writer } from './writing.ts';

/*
 * Generates a function for the objects of a schema. Code that names the properties reads them without a
 * search, and joins all texts at once, in two thirds of the time that a loop over a list of properties
 * takes. All that it has of the schema are the names, as literals.
 */

/** A property that the schema describes. */
export interface Field {
  readonly name: string;
  /** Its name in JSON, with the colon. */
  readonly key: string;
  readonly isRequired: boolean;
  readonly writer: Writer;
}

export type WriteFields = (value: Fields) => string | undefined;

/** @param otherwise writes objects of which a scalar is not plain */
export function generateWrite(fields: readonly Field[], otherwise: WriteFields): WriteFields {
  const writes = fields.map(({ writer }) => writer.scalar?.isPlain ?? writer.write);
  const conditions = fields.flatMap(conditionOf);
  const code = [
    '"use strict";',
    'return (value) => {',
    ...fields.map(readCode),
    conditions.length > 0 ? `if (!(${conditions.join(' && ')})) return otherwise(value);` : '',
    ...fields.map(nestedCode),
    `return ${textCode(fields)};`,
    '};',
  ].join('\n');
  const names = fields.map((_, index) => `write${index}`);
  return new Function('ownValue', 'otherwise', ...names, code)(ownValue, otherwise, ...writes);
}

function readCode({ name }: Field, index: number): string {
  const literal = JSON.stringify(name);
  const isInherited = name in Object.prototype;
  return `const part${index} = ${isInherited ? `ownValue(value, ${literal})` : `value[${literal}]`};`;
}

function conditionOf({ writer, isRequired }: Field, index: number): string[] {
  if (!writer.scalar) return [];
  const isPlain = `write${index}(part${index})`;
  return [isRequired ? isPlain : `(part${index} === undefined || ${isPlain})`];
}

function nestedCode({ writer, isRequired }: Field, index: number): string {
  if (writer.scalar) return '';
  const absent = isRequired ? 'undefined' : '""';
  return [
    `const text${index} = part${index} === undefined ? ${absent} : write${index}(part${index});`,
    `if (text${index} === undefined) return undefined;`,
  ].join('\n');
}

/** An expression that joins the texts of all parts. Literals that follow each other are one. */
function textCode(fields: readonly Field[]): string {
  const firstRequired = fields.findIndex(({ isRequired }) => isRequired);
  const terms: string[] = [];
  let literal = firstRequired < 0 ? '' : '{';
  for (const [index, field] of fields.entries()) {
    const isQuoted = field.writer.scalar?.isQuoted && !field.writer.scalar.isPlain(null);
    const quote = isQuoted ? '"' : '';
    // Without a property that is always there, the first comma is cut off.
    const before = `${index > firstRequired ? ',' : ''}${field.key}${quote}`;
    const after = `${quote}${index < firstRequired ? ',' : ''}`;
    const value = valueCode(field, index);
    if (field.isRequired) {
      terms.push(JSON.stringify(literal + before), value);
      literal = after;
    } else {
      const whole = `${JSON.stringify(before)} + ${value} + ${JSON.stringify(after)}`;
      terms.push(JSON.stringify(literal), `(part${index} === undefined ? "" : ${whole})`);
      literal = '';
    }
  }
  if (firstRequired < 0) return `"{" + (${['""', ...terms].join(' + ')}).slice(1) + "}"`;
  return [...terms, JSON.stringify(`${literal}}`)].join(' + ');
}

function valueCode({ writer: { scalar } }: Field, index: number): string {
  if (!scalar) return `text${index}`;
  const isNullString = scalar.isQuoted && scalar.isPlain(null);
  return isNullString
    ? `(part${index} === null ? "null" : '"' + part${index} + '"')`
    : `part${index}`;
}
