// The operations as tools of the Model Context Protocol.

import { changeSchema, type Schema } from '../../src/platform/schema/schemas.ts';
import type { ObjectSchema, Tool } from '../../src/platform/schema/tools.ts';
import { asObject, isObject, type Json } from './json.ts';
import {
  bodySchema,
  type OperationObject,
  operationsOf,
  type ParameterObject,
  responsesOf,
} from './operations.ts';
import { plainSchema } from './plain-schemas.ts';
import { type Direction, listOf } from './schemas.ts';

/**
 * A tool for each operation that is not deprecated. Tags with `x-mcp: false` have none.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools
 */
export function toolsOf(contract: Json): Tool[] {
  const withoutTools = listOf(contract.tags)
    .map(asObject)
    .filter((tag) => tag['x-mcp'] === false)
    .map(({ name }) => name);
  return operationsOf(contract)
    .filter(({ operation: { deprecated, tags = [] } }) => {
      return !deprecated && !tags.some((tag) => withoutTools.includes(tag));
    })
    .map(({ operation, method }) => toolOf(operation, method.toUpperCase(), contract));
}

function toolOf(operation: OperationObject, method: string, contract: Json): Tool {
  const { operationId, summary, description = summary } = operation;
  // Agents are offered nothing that ends, and no 304, whose body they would have forgotten.
  const isOffered = ({ name, deprecated }: ParameterObject) =>
    !deprecated && name !== 'If-None-Match';
  const parameters = operation.parameters?.filter(isOffered) ?? [];
  const fields = new Map<string, Schema>();
  for (const { name, schema, description: about } of parameters) {
    const written = { ...asObject(schema), ...(about !== undefined && { description: about }) };
    const own = DESCRIPTIONS.get(name);
    const shown = own === undefined ? written : { ...written, description: own };
    fields.set(name, schemaFor(shown, 'request', contract));
  }
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const written = bodySchema(operation.requestBody);
  const body = written && schemaFor(written, 'request', contract);
  // The fields of the body stand beside the parameters, unless one of them has the same name, or
  // the body may be absent.
  const ofBody = Object.entries(asObject(body?.properties)) as [string, Schema][];
  const isFree = ofBody.length > 0 && !ofBody.some(([name]) => fields.has(name));
  const isSpread = isFree && operation.requestBody?.required === true;
  if (body && isSpread) {
    for (const [name, schema] of ofBody) fields.set(name, schema);
    required.push(...(listOf(body.required) as string[]));
  } else if (body) {
    fields.set(BODY, body);
    if (operation.requestBody?.required) required.push(BODY);
  }
  const { outputSchema, hasTag } = resultOf(operation, contract);
  return {
    name: operationId,
    title: summary,
    description: description.replaceAll(GUIDE_LINK, GUIDE_URI),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    ...(outputSchema && { outputSchema }),
    annotations: {
      readOnlyHint: method === 'GET',
      destructiveHint: method !== 'GET' && method !== 'POST',
      idempotentHint: method !== 'POST' && method !== 'PATCH',
      // It works on what the store has, and nothing else.
      openWorldHint: false,
    },
    ...(body && { body: isSpread ? 'fields' : BODY }),
    ...(hasTag && { hasTag }),
  };
}

/** Links to guides, in the contract and as agents read them: each guide is a resource. */
const GUIDE_LINK = '](docs#';
const GUIDE_URI = '](guide:';

const CURSOR = 'cursor';
/** Of parameters that the contract describes by headers of responses, which agents do not see. */
const DESCRIPTIONS = new Map([
  [CURSOR, 'Where the page starts: the `nextCursor` of the previous page, with the same filter.'],
  [
    'If-Match',
    'Makes the change only if nobody has made another one since: the `etag` of an earlier result, ' +
      'with its quotes. Otherwise, the error is `precondition_failed`, and nothing is changed. See ' +
      '[Concurrent changes](docs#concurrent-changes).',
  ],
]);

/** The argument with the body of a request, where its fields are not arguments themselves. */
const BODY = 'body';

/**
 * What a success returns: the protocol allows only objects, so a list is a field of one, and a tag
 * is one, too. No schema where a success may have no body.
 */
function resultOf(operation: OperationObject, contract: Json) {
  const { successes } = responsesOf(operation);
  const bodies = successes.map(([, response]) => bodySchema(response));
  if (bodies.includes(undefined)) return {};
  const hasPages = operation.parameters?.some(({ name }) => name === CURSOR) ?? false;
  const schemas = bodies.map((body) => schemaFor(body, 'response', contract));
  const areTagged = successes.every(([, { headers = {} }]) => 'ETag' in headers);
  const hasTag = areTagged && schemas.every(canHaveTag);
  const [first, ...others] = schemas.map((schema): ObjectSchema => {
    if (schema.type === 'array') return listSchema(schema, hasPages);
    return { ...(hasTag ? withTag(schema) : schema), type: 'object' };
  });
  const either = others.length > 0 && { type: 'object' as const, anyOf: [first, ...others] };
  return { outputSchema: either || first, hasTag };
}

/** The field of a result with the tag of its body. */
const TAG = 'etag';

/** Whether it describes one thing, whose tag a change can name, and leaves room for the tag. */
function canHaveTag({ type, properties, additionalProperties: others }: Schema): boolean {
  return type === 'object' && isObject(properties) && !(TAG in properties) && others === undefined;
}

function withTag({ properties, ...schema }: Schema): Schema {
  const description = 'Send it as `If-Match` to change this only if nobody else has.';
  return {
    ...schema,
    properties: { ...asObject(properties), [TAG]: { type: 'string', description } },
  };
}

function listSchema(items: Schema, hasPages: boolean): ObjectSchema {
  const description = 'Send it as `cursor` to get the next page. Absent on the last page.';
  const nextCursor = hasPages && { nextCursor: { type: 'string', description } };
  return { type: 'object', properties: { items, ...nextCursor }, required: ['items'] };
}

/** The schema of a value, without references, which many agents do not follow. */
function schemaFor(schema: unknown, direction: Direction, contract: Json): Schema {
  const plain = plainSchema(contract, schema, direction, [], { isForReaders: true });
  return changeSchema(plain, (part) => {
    const keywords = Object.entries(part).filter(([keyword]) => !OF_OPENAPI.test(keyword));
    const known = withGuideLinks(withNullBranch(Object.fromEntries(keywords)));
    const { properties, ...others } = direction === 'request' ? withInt64Text(known) : known;
    if (!isObject(properties)) return others;
    const isOffered = (field: unknown) => direction === 'response' || !asObject(field).deprecated;
    const offered = Object.entries(properties).filter(([, field]) => isOffered(field));
    return { ...others, properties: Object.fromEntries(offered) };
  });
}

function withGuideLinks({ description, ...others }: Schema): Schema {
  if (typeof description !== 'string') return others;
  return { description: description.replaceAll(GUIDE_LINK, GUIDE_URI), ...others };
}

/**
 * An int64 that can be text, too: what a program in JavaScript writes as a number is rounded. The
 * values of an enum are numbers.
 */
function withInt64Text(schema: Schema): Schema {
  const { type, format, description } = schema;
  if (format !== 'int64' || 'enum' in schema || 'const' in schema) return schema;
  return {
    ...schema,
    description: [description, 'It can be text, which no program rounds.']
      .filter(Boolean)
      .join(' '),
    type: [...listOf([type].flat()), 'string'],
    pattern: '^(0|-?[1-9][0-9]*)$',
  };
}

/** A union that may be null, as JSON Schema has it: null matches none of the other branches. */
function withNullBranch(schema: Schema): Schema {
  const { type, oneOf, ...others } = schema;
  if (!oneOf || !listOf(type).includes('null')) return schema;
  return { ...others, oneOf: [...listOf(oneOf), { type: 'null' }] };
}

/** Keywords that JSON Schema does not have. */
const OF_OPENAPI = /^(?:x-.+|discriminator)$/;
