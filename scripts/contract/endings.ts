// How operations, parameters, headers and fields end: when, and what replaces them.

import { inDirection } from './directed.ts';
import type { Finding } from './finding.ts';
import { asObject, isObject } from './json.ts';
import {
  type Contract,
  type Deprecation,
  type Direction,
  type Header,
  KEYS,
  type Operation,
  type Parameter,
  type Schema,
} from './model.ts';
import { deprecationOf } from './read-model.ts';
import { schemaUses } from './schema-uses.ts';
import { listOf } from './schemas.ts';
import { isOfOtherVersion } from './served-together.ts';

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
  readonly deprecation: Deprecation | undefined;
  readonly keys: readonly string[];
}

/** Finds endings that contradict themselves, or that clients cannot follow in time. */
export function wrongEndings(contract: Contract): Finding[] {
  const { operations } = contract;
  const ids = operations.map(({ operationId }) => operationId);
  const parts = [
    ...operations.flatMap((operation) => [
      ofOperation(operation),
      ...operation.parameters.map((one) => ofParameter(one, operation.parameters)),
      ...operation.responses.flatMap(({ headers }) => headers.map((one) => ofHeader(one, headers))),
    ]),
    ...schemaUses(contract).flatMap(({ value, direction }) =>
      partsWithin(inDirection(value.schema, direction), direction),
    ),
  ];
  return parts.flatMap((part) => problemsOf(part, ids));
}

function ofOperation({ operationId, deprecation, keys }: Operation): Part {
  return { kind: 'operation', name: operationId, deprecation, keys };
}

function ofParameter(parameter: Parameter, all: readonly Parameter[]): Part {
  const { name, in: place, isRequired, deprecation, keys } = parameter;
  const kind = place === 'path' ? 'path parameter' : 'parameter';
  const names = all.map((one) => one.name);
  return { kind, name, names, isDemanded: isRequired, deprecation, keys };
}

function ofHeader({ name, deprecation, keys }: Header, all: readonly Header[]): Part {
  return { kind: 'header', name, names: all.map((one) => one.name), deprecation, keys };
}

/** A schema of one direction, and all schemas within. */
function partsWithin(schema: Schema, direction: Direction, role: Role = { kind: 'value' }): Part[] {
  const { properties, required, items, additionalProperties, oneOf } = schema;
  const names = Object.keys(asObject(properties));
  const fields = Object.entries(asObject(properties)).flatMap(([name, field]) => {
    const isDemanded = direction === 'request' && listOf(required).includes(name);
    return partsWithin(field as Schema, direction, { kind: 'field', name, names, isDemanded });
  });
  const values = [items, additionalProperties, ...listOf(oneOf)].filter(isObject);
  return [
    { deprecation: deprecationOf(schema), keys: schema[KEYS], ...role },
    ...fields,
    ...values.flatMap((value) => partsWithin(value as unknown as Schema, direction)),
  ];
}

const ONE_OF_ITS_KIND = 'the name of another one beside it, or the operationId of an operation';
const SUCCESSORS = {
  operation: 'the operationId of another operation',
  parameter: ONE_OF_ITS_KIND,
  header: ONE_OF_ITS_KIND,
  field: ONE_OF_ITS_KIND,
};

function problemsOf(part: Part, ids: readonly unknown[]): Finding[] {
  const { deprecation, keys, kind, name, names = [], isDemanded } = part;
  if (!deprecation) return [];
  const { since, sunset, successor } = deprecation;
  const found = (keyword: string, message: string) => [{ keys: [...keys, keyword], message }];
  if (kind === 'value') return found('deprecated', NOT_BY_ITSELF);
  if (kind === 'path parameter') return found('deprecated', OF_PATH);
  const isReplaced =
    (successor !== name && [...names, ...ids].includes(successor)) ||
    (kind === 'operation' && isOfOtherVersion(successor));
  return [
    ...(sunset < since ? found('x-sunset', TOO_EARLY) : []),
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
