// How operations, parameters, headers and fields end: when, and what replaces them.

import type { Schema } from '../../src/platform/schema/schemas.ts';
import type { Finding } from './finding.ts';
import { asObject, follow, isObject, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { plainSchema } from './plain-schemas.ts';
import { type SchemaUse, schemaUses } from './schema-uses.ts';
import { listOf } from './schemas.ts';
import { isOfOtherVersion } from './served-together.ts';
import { writtenKeys } from './written-keys.ts';

/** What is known of a part that may end, or of a value, which cannot end by itself. */
interface Role {
  readonly kind: 'operation' | 'parameter' | 'path parameter' | 'header' | 'field' | 'value';
  readonly name?: unknown;
  /** The names of the parts of its kind in the same place. */
  readonly names?: readonly unknown[];
  /** Whether clients have to send it. */
  readonly isDemanded?: boolean;
}

interface Part extends Role {
  readonly part: Json;
  readonly keys: readonly string[];
}

/** Finds endings that contradict themselves, or that clients cannot follow in time. */
export function wrongEndings(document: Json): Finding[] {
  const operations = operationsOf(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  const uses = schemaUses(document);
  const parts = [
    ...operations.map(({ written, keys }): Part => {
      return { part: written, keys, kind: 'operation', name: written.operationId };
    }),
    ...uses.filter(({ role }) => role !== 'body').map((use) => holderOf(document, use)),
    ...uses.flatMap(({ holder, keys, direction }) => {
      const options = { isForReaders: true, report: FOUND_ELSEWHERE };
      const at = [...keys, 'schema'];
      return partsWithin(plainSchema(document, holder.schema, direction, at, options), direction);
    }),
  ];
  return parts.flatMap((part) => problemsOf(part, ids));
}

const FOUND_ELSEWHERE = () => undefined;

/** A parameter, or a header of a response. */
function holderOf(document: Json, { holder, keys }: SchemaUse): Part {
  const others = follow(document, keys.slice(0, -1));
  const { in: place, name = keys.at(-1), required } = holder;
  if (place === undefined) {
    return { part: holder, keys, kind: 'header', name, names: Object.keys(asObject(others)) };
  }
  return {
    part: holder,
    keys,
    kind: place === 'path' ? 'path parameter' : 'parameter',
    name,
    names: listOf(others).map((one) => asObject(one).name),
    isDemanded: required === true,
  };
}

/** A plain schema, and all schemas within. */
function partsWithin(schema: Schema, direction: string, role: Role = { kind: 'value' }): Part[] {
  const { properties, required, items, additionalProperties, oneOf } = schema;
  const names = Object.keys(asObject(properties));
  const fields = Object.entries(asObject(properties)).flatMap(([name, field]) => {
    const isDemanded = direction === 'request' && listOf(required).includes(name);
    return partsWithin(field as Schema, direction, { kind: 'field', name, names, isDemanded });
  });
  const values = [items, additionalProperties, ...listOf(oneOf)].filter(isObject);
  return [
    { part: schema, keys: writtenKeys(schema), ...role },
    ...fields,
    ...values.flatMap((value) => partsWithin(value, direction)),
  ];
}

const ONE_OF_ITS_KIND = 'the name of another one beside it, or the operationId of an operation';
const SUCCESSORS = {
  operation: 'the operationId of another operation',
  parameter: ONE_OF_ITS_KIND,
  header: ONE_OF_ITS_KIND,
  field: ONE_OF_ITS_KIND,
};

function problemsOf({ part, keys, kind, name, names = [], isDemanded }: Part, ids: unknown[]) {
  const { deprecated, 'x-deprecated-since': since = '', 'x-sunset': sunset = since } = part;
  const { 'x-successor': successor } = part;
  if (deprecated !== true) return [];
  const found = (keyword: string, message: string) => [{ keys: [...keys, keyword], message }];
  if (kind === 'value') return found('deprecated', NOT_BY_ITSELF);
  if (kind === 'path parameter') return found('deprecated', OF_PATH);
  const isReplaced =
    (successor !== name && [...names, ...ids].includes(successor)) ||
    (kind === 'operation' && isOfOtherVersion(successor));
  return [
    ...(String(sunset) < String(since) ? found('x-sunset', TOO_EARLY) : []),
    ...(successor === undefined || isReplaced
      ? []
      : found(
          'x-successor',
          `Write in \`x-successor\` ${SUCCESSORS[kind]}, which replaces this one.`,
        )),
    ...(isDemanded ? found('deprecated', DEMANDED) : []),
  ];
}

const TOO_EARLY = 'Write an `x-sunset` that is not before `x-deprecated-since`.';
const NOT_BY_ITSELF =
  'Write this into a field, or beside the `schema` of a parameter or a header: nothing else ends ' +
  'by itself.';
const OF_PATH = 'Deprecate the operation instead: a path has all of its parameters until it ends.';
const DEMANDED =
  'Make this optional first: clients must be able to leave out what ends before it has ended.';
