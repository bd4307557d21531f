import { type CompiledSchema, compileSchema, SchemaError } from '../../../src/contract/schemas.ts';
import { isObject, type Json } from '../../generate/json.ts';
import type { At } from './rules.ts';

/*
 * Schemas as the service compiles them, so that what it could not keep is found before it starts.
 */

/** How a value is read or written: from text, as a request's JSON, or as a response's. */
export type Use = 'text' | 'request' | 'response';

type Result = CompiledSchema | SchemaError;

export type Compile = (schema: Json, use: Use) => Result;

/** Compiles each schema once. */
export function createCompile(document: Json): Compile {
  const { components } = document as { components?: { schemas?: Record<string, object> } };
  const known = new Map<string, Result>();
  return (schema, use) => {
    const key = `${use} ${JSON.stringify(schema)}`;
    const found = known.get(key) ?? compile(schema, use, components?.schemas ?? {});
    known.set(key, found);
    return found;
  };
}

function compile(schema: Json, use: Use, schemas: Readonly<Record<string, object>>): Result {
  try {
    return compileSchema(schema, {
      schemas,
      direction: use === 'response' ? 'response' : 'request',
      source: use === 'text' ? 'text' : 'json',
      noun: 'field',
      allErrors: true,
    });
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}

/** Reports a schema that the service cannot compile. */
export function reportCompiled(schema: Json, use: Use, at: At, compileOnce: Compile): void {
  const result = compileOnce(schema, use);
  if (!(result instanceof SchemaError)) return;
  const { keys, message } = result;
  // Redocly reports what leads nowhere.
  if (keys.at(-1) === '$ref') return;
  const isNamed = keys[0] === 'components';
  (isNamed ? at.root().below(...keys) : at.below(...keys)).report(message);
}

/** Reports examples that a schema does not allow, or that show fields which a response would not have. */
export function reportExamples(
  owner: Json,
  schema: Json,
  use: Use,
  at: At,
  compileOnce: Compile,
): void {
  const compiled = compileOnce(schema, use);
  if (compiled instanceof SchemaError) return;
  const named = isObject(owner.examples) ? Object.entries(owner.examples) : [];
  const examples: [keys: string[], value: unknown][] = named.flatMap(([name, example]) =>
    isObject(example) && 'value' in example ? [[['examples', name, 'value'], example.value]] : [],
  );
  if ('example' in owner) examples.push([['example'], owner.example]);
  for (const [keys, value] of examples) reportValue(value, compiled, use, at.below(...keys));
}

/** Reports what is wrong with a value that the contract itself has. */
export function reportValue(value: unknown, compiled: CompiledSchema, use: Use, at: At): boolean {
  const sentences = compiled.check(value);
  for (const sentence of sentences) {
    const keys = keysIn(sentence, value);
    at.below(...keys).report(sentence.replace(/^The body(?= )/, 'This value'));
  }
  const text = use === 'response' ? compiled.write(value) : undefined;
  if (text === undefined) return sentences.length === 0;
  const unknown = missingIn(JSON.parse(text), value);
  for (const keys of unknown) {
    at.below(...keys).report(
      `Remove it, or describe \`${keys.at(-1)}\` in the schema: no response has it.`,
    );
  }
  return unknown.length === 0;
}

/** The keys that the name in front of a sentence stands for, as far as the value has them. */
function keysIn(sentence: string, value: unknown): string[] {
  const [name = ''] = sentence.split(' ', 1);
  const keys: string[] = [];
  let at = value;
  for (const key of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return keys;
    keys.push(key);
    at = (at as Json)[key];
  }
  return keys;
}

/** Where a value has fields that what was written of it has not. */
function missingIn(written: unknown, value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const has = typeof written === 'object' && written !== null && Object.hasOwn(written, key);
    if (!has) return [[key]];
    return missingIn((written as Json)[key], part).map((keys) => [key, ...keys]);
  });
}
