import fc from 'fast-check';
import type { BodyKind, Media } from './document.ts';
import { type Exact, toJson } from './exact.ts';
import { invalidValues } from './invalid.ts';
import type { Context } from './schema.ts';
import { matching } from './search.ts';
import { validValues } from './values.ts';

/*
 * Bodies of requests and responses, of every kind of media type.
 */

export interface Body {
  /** What is sent. */
  readonly payload: string | Buffer;
  /** What it means: a value, or those of all lines. Bytes mean nothing. */
  readonly values: readonly Exact[];
}

/** A fault of a body, with the status that it leads to. */
export type BodyFault = readonly [status: number, payloads: fc.Arbitrary<string | Buffer>];

/** How much likelier a wrong value is than each other fault: there are many ways to be wrong. */
const WRONG_VALUES = 6;

const MAX_BODY_BYTES = 65_536;
const MAX_LINES = 4;
const NOT_UTF8 = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
const TOO_DEEP = '['.repeat(33) + ']'.repeat(33);
/** Not JSON, or rejected wherever it is. */
const ODD_JSON = ['{', '[1,]', "{'a':1}", '{"a":1,"a":2}', '{"__proto__":1}', TOO_DEEP, '01'];

/** Bodies that match the media type's schema. None of them is empty. */
export function validBodies({ kind, schema }: Media, context: Context): fc.Arbitrary<Body> {
  if (kind === 'bytes') {
    return fc
      .uint8Array({ minLength: 1, maxLength: 500 })
      .map((bytes) => ({ payload: Buffer.from(bytes), values: [] }));
  }
  const values = validValues(schema, context);
  if (kind === 'json') return values.map((value) => ({ payload: toJson(value), values: [value] }));
  if (kind === 'text') {
    const texts = matching(values, isWritable, schema);
    return texts.map((text) => ({ payload: String(text), values: [text] }));
  }
  const lines = fc.array(values, { minLength: 1, maxLength: MAX_LINES });
  return fc.tuple(lines, fc.constantFrom('', '\n')).map(([all, end]) => ({
    payload: all.map(toJson).join('\n') + end,
    values: all,
  }));
}

/** Every kind of fault that a body can have. */
export function bodyFaults(media: Media, context: Context): BodyFault[] {
  const { kind, schema } = media;
  const valid = validBodies(media, context);
  const tooLarge = valid.map(({ payload }) => oversized(kind, payload));
  if (kind === 'bytes') return [[413, tooLarge]];
  const wrong = invalidValues(schema, context);
  const cut = valid.map(({ payload }) => String(payload).trimEnd().slice(0, -1));
  const noJson = matching(cut, (text) => !isJson(text), schema);
  const faults: fc.Arbitrary<string | Buffer>[] = [fc.constant(NOT_UTF8)];
  if (kind === 'text') {
    const texts = wrong.map((values) => matching(values.filter(isText), isWritable, schema));
    faults.push(...texts.filter(() => canBeWrong(media)).map((values) => values.map(String)));
  }
  if (kind === 'json') {
    const values = wrong.map((one) => one.map(toJson));
    faults.push(...Array(WRONG_VALUES).fill(values).flat(), noJson, fc.constantFrom(...ODD_JSON));
  }
  if (kind === 'lines') {
    const odd = fc.constantFrom(...ODD_JSON);
    const line = fc.oneof(...wrong.map((values) => values.map(toJson)), odd);
    faults.push(
      fc.tuple(valid, line).map(([{ payload }, bad]) => `${String(payload).trimEnd()}\n${bad}`),
    );
  }
  return [[413, tooLarge], ...faults.map((payloads) => [400, payloads] as const)];
}

function oversized(kind: BodyKind, payload: string | Buffer): string | Buffer {
  if (kind === 'bytes') return Buffer.alloc(MAX_BODY_BYTES + 1);
  return (kind === 'text' ? 'a' : ' ').repeat(MAX_BODY_BYTES) + payload;
}

/** Whether some text does not match. */
function canBeWrong({ schema }: Media): boolean {
  return Object.keys(schema).some((key) => !['type', 'title', 'description'].includes(key));
}

function isText(value: Exact): boolean {
  return typeof value === 'string';
}

/** A byte order mark is no part of the text, and an empty body is none. */
function isWritable(value: Exact): boolean {
  return (
    typeof value === 'string' && value !== '' && value.isWellFormed() && !value.startsWith('\ufeff')
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
