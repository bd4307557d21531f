// The operations as tools of the Model Context Protocol.

import { changeSchema, type Schema } from '../../src/schema/schemas.ts';
import type { ObjectSchema, Tool } from '../../src/schema/tools.ts';
import { asObject, isObject, type Json } from './json.ts';
import { bodySchema, type OperationObject, operationsOf, responsesOf } from './operations.ts';
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
  // Agents are offered nothing that ends.
  const parameters = operation.parameters?.filter(({ deprecated }) => !deprecated) ?? [];
  const fields = new Map<string, Schema>();
  for (const { name, schema, description: about } of parameters) {
    const described = about === undefined ? {} : { description: about };
    fields.set(name, { ...schemaFor(schema, 'request', contract), ...described });
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
  const outputSchema = resultOf(operation, contract);
  return {
    name: operationId,
    title: summary,
    description,
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
  };
}

/** The argument with the body of a request, where its fields are not arguments themselves. */
const BODY = 'body';

/**
 * What a success returns: the protocol allows only objects, so a list is a field of one. Undefined
 * where a success may have no body.
 */
function resultOf(operation: OperationObject, contract: Json): ObjectSchema | undefined {
  const bodies = responsesOf(operation).successes.map(([, response]) => bodySchema(response));
  if (bodies.includes(undefined)) return undefined;
  const hasPages = operation.parameters?.some(({ name }) => name === 'cursor') ?? false;
  const [first, ...others] = bodies.map((body): ObjectSchema => {
    const schema = schemaFor(body, 'response', contract);
    return schema.type === 'array' ? listSchema(schema, hasPages) : { ...schema, type: 'object' };
  });
  return first && others.length > 0 ? { type: 'object', anyOf: [first, ...others] } : first;
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
    const { properties, ...others } = withNullBranch(Object.fromEntries(keywords));
    if (!isObject(properties)) return others;
    const isOffered = (field: unknown) => direction === 'response' || !asObject(field).deprecated;
    const offered = Object.entries(properties).filter(([, field]) => isOffered(field));
    return { ...others, properties: Object.fromEntries(offered) };
  });
}

/** A union that may be null, as JSON Schema has it: null matches none of the other branches. */
function withNullBranch(schema: Schema): Schema {
  const { type, oneOf, ...others } = schema;
  if (!oneOf || !listOf(type).includes('null')) return schema;
  return { ...others, oneOf: [...listOf(oneOf), { type: 'null' }] };
}

/** Keywords that JSON Schema does not have. */
const OF_OPENAPI = /^(?:x-.+|discriminator)$/;
