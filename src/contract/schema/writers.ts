import type { ArraySchema } from './arrays.ts';
import { type Located, located, type Surroundings, targetOf } from './composites.ts';
import { declaredTypes, isAssertion, isInPlace, type JsonType, type Schema } from './keywords.ts';
import { objectWrite } from './object-writes.ts';
import { type Scalar, scalarOf } from './scalars.ts';
import type { Write, Writer, Writing } from './writing.ts';

/*
 * Checks and writes in one pass, since every response is. Few comparisons tell what is plainly valid,
 * such as an integer in its range, and such a value is written as it is. All others, valid or not, are
 * left to the check of their schema.
 */

/**
 * The writer of a response.
 *
 * @param carefulOf returns what checks values of a schema as a whole, and then writes them
 */
export function createWriter(
  root: Located,
  surroundings: Surroundings,
  carefulOf: (schema: Located) => Write,
): Write {
  const writers = new Map<Schema, Writer>();
  const writerOf = (given: Located): Writer => {
    const found = withoutBareRefs(given, surroundings);
    const known = writers.get(found.schema);
    if (known) return known;
    const careful = carefulOf(found);
    // Where a schema refers to itself, the check has to find values that contain themselves.
    writers.set(found.schema, { write: careful });
    const writer = plainWriter({ ...found, surroundings, careful, writerOf });
    writers.set(found.schema, writer);
    return writer;
  };
  return writerOf(root).write;
}

/** Follows references that have nothing beside them but annotations. The check has found no circle. */
function withoutBareRefs(given: Located, surroundings: Surroundings): Located {
  let current = given;
  while (Object.keys(current.schema).filter(isAssertion).join() === '$ref') {
    current = targetOf(current, surroundings);
  }
  return current;
}

function plainWriter(writing: Writing): Writer {
  const { schema, keys, careful } = writing;
  if (Object.keys(schema).some(isInPlace)) return { write: careful };
  const scalar = scalarOf(schema, keys, careful);
  if (scalar) return { write: scalarWrite(scalar, careful), scalar };
  const [type] = declaredTypes(schema, keys);
  return { write: writeParts(writing, type) };
}

function scalarWrite({ isPlain, isQuoted }: Scalar, careful: Write): Write {
  if (!isQuoted) return (value) => (isPlain(value) ? `${value}` : careful(value));
  return (value) => (value !== null && isPlain(value) ? `"${value}"` : careful(value));
}

function writeParts(writing: Writing, type: JsonType | undefined): Write {
  const { schema, careful } = writing;
  const { additionalProperties = false, minProperties, maxProperties } = schema;
  const isCounted = minProperties !== undefined || maxProperties !== undefined;
  if (type === 'object' && additionalProperties === false && !isCounted) {
    return objectWrite(writing);
  }
  if (type === 'array' && schema.items !== undefined && !schema.uniqueItems) {
    return arrayWrite(writing);
  }
  return careful;
}

function arrayWrite({ schema, keys, careful, writerOf }: Writing): Write {
  // The values of the keywords were checked.
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as ArraySchema;
  const { write } = writerOf(located(schema.items, [...keys, 'items']));
  return (value) => {
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) {
      return careful(value);
    }
    let text = '[';
    for (let index = 0; index < value.length; index += 1) {
      const item = write(value[index]);
      if (item === undefined) return undefined;
      text += index === 0 ? item : `,${item}`;
    }
    return `${text}]`;
  };
}
