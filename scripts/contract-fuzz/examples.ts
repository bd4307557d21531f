import fc from 'fast-check';
import { mediaOf } from '../contract-properties/document.ts';
import { toJson } from '../contract-properties/exact.ts';
import { schemaOf } from '../contract-properties/parameters.ts';
import type { Context, Direction, Schema } from '../contract-properties/schema.ts';
import { validValues } from '../contract-properties/values.ts';
import { isObject, type Json } from '../generate/json.ts';

/*
 * Examples that match schemas that have changed, without which every changed contract would be refused
 * for its examples.
 */

const CANDIDATES = 30;
/** An example stays without exponents and large numbers, which not every reader compares exactly. */
const PLAIN = /^(?:[^0-9"]|"[^"]*"|-?\d{1,9}(?:\.[05])?(?![\d.eE]))*$/;

/** Replaces the examples of parameters, bodies and headers in place. */
export function refreshExamples(document: Json, seed: number): void {
  const { schemas = {} } = (document.components ?? {}) as { schemas?: Context['schemas'] };
  const example = (schema: Schema, direction: Direction, isText: boolean) =>
    exampleOf(schema, { schemas, direction, isText }, seed);
  // A path can have parameters, as an operation has.
  for (const operation of [...itemsOf(document), ...itemsOf(document).flatMap(operationsOf)]) {
    for (const parameter of list(operation.parameters)) {
      const isText = parameter.schema !== undefined;
      const holder = isText ? parameter : (Object.values(parameter.content ?? {})[0] as Json);
      if (holder) setExample(holder, example(schemaOf(parameter as never), 'request', isText));
    }
    refreshContent(operation.requestBody, 'request', example);
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (!/^[23]/.test(status) || !isObject(response)) continue;
      refreshContent(response, 'response', example);
    }
  }
}

type ExampleOf = (schema: Schema, direction: Direction, isText: boolean) => unknown;

function refreshContent(message: unknown, direction: Direction, example: ExampleOf) {
  if (!isObject(message) || !isObject(message.content)) return;
  for (const [type, media] of Object.entries(message.content)) {
    // What is no JSON has an example of its own.
    const kind = mediaOf({ [type]: {} })?.kind;
    if (!isObject(media) || kind === 'bytes') continue;
    setExample(media, example((media.schema ?? {}) as Schema, direction, false));
  }
}

function setExample(holder: Json, example: unknown) {
  delete holder.examples;
  if (example === undefined) delete holder.example;
  else holder.example = example;
}

/** The shortest plain value of several; undefined where none was found. */
function exampleOf(schema: Schema, context: Context, seed: number): unknown {
  try {
    const values = fc.sample(validValues(schema, context, 1), { numRuns: CANDIDATES, seed });
    const texts = values.map(toJson).sort((one, other) => one.length - other.length);
    const text = texts.find((one) => PLAIN.test(one)) ?? texts[0];
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    // There is no value, or the schema is none.
    return undefined;
  }
}

function itemsOf(document: Json): Json[] {
  return Object.values(document.paths ?? {}).filter(isObject);
}

function operationsOf(item: Json): Json[] {
  return Object.values(item).filter(isObject);
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
