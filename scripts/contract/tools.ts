// The operations as tools of the Model Context Protocol.

import { changeSchema, type Schema as JsonSchema } from '../../src/platform/schema/schemas.ts';
import type { ObjectSchema, Tool } from '../../src/platform/schema/tools.ts';
import { inDirection, withSentFormat } from './directed.ts';
import { asObject, isObject } from './json.ts';
import type { Contract, Direction, Operation, Schema } from './model.ts';
import { listOf } from './schemas.ts';

/**
 * A tool for each operation that is not deprecated. Tags with `x-mcp: false` have none.
 *
 * @see https://modelcontextprotocol.io/specification/2025-06-18/server/tools
 */
export function toolsOf({ operations, tags }: Contract): Tool[] {
  const withoutTools = tags.filter(({ hasTools }) => !hasTools).map(({ name }) => name);
  return operations
    .filter(({ deprecation, tag }) => !deprecation && !withoutTools.includes(tag ?? ''))
    .map(toolOf);
}

function toolOf(operation: Operation): Tool {
  const { operationId, summary, description = summary, method, requestBody } = operation;
  // Agents get no 304, whose body they would have forgotten.
  const parameters = operation.parameters.filter(({ name }) => name !== 'If-None-Match');
  // They are offered nothing that ends, but can go on with it.
  const offered = parameters.filter(({ deprecation }) => !deprecation);
  const fields = new Map<string, JsonSchema>();
  for (const { name, schema, description: about } of offered) {
    const shown = { ...schema, ...(about !== undefined && { description: about }) };
    fields.set(name, schemaFor({ ...shown, ...FOR_AGENTS.get(name) }, 'request'));
  }
  const required = offered.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const body = requestBody?.body && schemaFor(requestBody.body.schema, 'request');
  // The fields of the body stand beside the parameters, unless one of them has the same name, or
  // the body may be absent.
  const ofBody = Object.entries(asObject(body?.properties)) as [string, JsonSchema][];
  const names = parameters.map(({ name }) => name);
  const isFree = ofBody.length > 0 && !ofBody.some(([name]) => names.includes(name));
  const isSpread = isFree && requestBody?.isRequired === true;
  if (body && isSpread) {
    for (const [name, schema] of ofBody) fields.set(name, schema);
    required.push(...(listOf(body.required) as string[]));
  } else if (body) {
    fields.set(BODY, body);
    if (requestBody?.isRequired) required.push(BODY);
  }
  const { outputSchema, hasTag } = resultOf(operation);
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
      readOnlyHint: method === 'get',
      destructiveHint: method !== 'get' && method !== 'post',
      idempotentHint: method !== 'post' && method !== 'patch',
      // It works on what the store has, and nothing else.
      openWorldHint: false,
    },
    parameters: names,
    ...(body && { body: isSpread ? 'fields' : BODY }),
    ...(hasTag && { hasTag }),
  };
}

/** Links to guides, in the contract and as agents read them: each guide is a resource. */
const GUIDE_LINK = '](docs#';
const GUIDE_URI = '](guide:';

const CURSOR = 'cursor';
/** Parameters that the contract describes by headers of responses, which agents do not see. */
const FOR_AGENTS = new Map([
  [
    CURSOR,
    {
      description:
        'Where the page starts: the `nextCursor` of the previous page, with the same filter.',
    },
  ],
  [
    'Idempotency-Key',
    {
      description:
        'Makes the call safe to repeat: within 24 hours, calls with the same key have one effect. ' +
        'Use a new key, such as a UUID, for everything that you create.',
    },
  ],
  [
    'If-Match',
    {
      description:
        'Makes the change only if nobody has made another one since: the `etag` of an earlier ' +
        'result, with its quotes. Otherwise, the error is `precondition_failed`, and nothing is ' +
        'changed. See [Concurrent changes](docs#concurrent-changes).',
      // One tag. The pattern of a list looks ahead, which some models' providers reject.
      pattern: '^(\\*|"[!#-~]*")$',
    },
  ],
]);

/** The argument with the body of a request, where its fields are not arguments themselves. */
const BODY = 'body';

/**
 * What a success returns: the protocol allows only objects, so a list is a field of one, and a tag
 * is one, too. No schema where a success may have no body.
 */
function resultOf({ parameters, responses }: Operation) {
  const successes = responses.filter(({ kind }) => kind === 'success');
  const bodies = successes.flatMap(({ body }) => body ?? []);
  if (bodies.length < successes.length) return {};
  const hasPages = parameters.some(({ name }) => name === CURSOR);
  const schemas = bodies.map((body) => schemaFor(body.schema, 'response'));
  const areTagged = successes.every(({ headers }) => headers.some(({ name }) => name === 'ETag'));
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
function canHaveTag({ type, properties, additionalProperties: others }: JsonSchema): boolean {
  return type === 'object' && isObject(properties) && !(TAG in properties) && others === undefined;
}

function withTag({ properties, ...schema }: JsonSchema): JsonSchema {
  const description = 'Send it as `If-Match` to change this only if nobody else has.';
  return {
    ...schema,
    properties: { ...asObject(properties), [TAG]: { type: 'string', description } },
  };
}

function listSchema(items: JsonSchema, hasPages: boolean): ObjectSchema {
  const description = 'Send it as `cursor` to get the next page. Absent on the last page.';
  const nextCursor = hasPages && { nextCursor: { type: 'string', description } };
  return { type: 'object', properties: { items, ...nextCursor }, required: ['items'] };
}

/** The schema of a value, without references, which many agents do not follow. */
function schemaFor(schema: Schema, direction: Direction): JsonSchema {
  return changeSchema(inDirection(schema, direction), (part) => {
    const keywords = Object.entries(withSentFormat(part, direction)).filter(
      ([keyword]) => !OF_OPENAPI.test(keyword),
    );
    const known = withGuideLinks(withNullBranch(Object.fromEntries(keywords)));
    const { properties, ...others } = direction === 'request' ? withInt64Text(known) : known;
    if (!isObject(properties)) return others;
    const isOffered = (field: unknown) => direction === 'response' || !asObject(field).deprecated;
    const offered = Object.entries(properties).filter(([, field]) => isOffered(field));
    return { ...others, properties: Object.fromEntries(offered) };
  });
}

function withGuideLinks({ description, ...others }: JsonSchema): JsonSchema {
  if (typeof description !== 'string') return others;
  return { description: description.replaceAll(GUIDE_LINK, GUIDE_URI), ...others };
}

/**
 * An int64 that can be text, too: what a program in JavaScript writes as a number is rounded. The
 * values of an enum are numbers.
 */
function withInt64Text(schema: JsonSchema): JsonSchema {
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
function withNullBranch(schema: JsonSchema): JsonSchema {
  const { type, oneOf, ...others } = schema;
  if (!oneOf || !listOf(type).includes('null')) return schema;
  return { ...others, oneOf: [...listOf(oneOf), { type: 'null' }] };
}

/** Keywords that JSON Schema does not have. */
const OF_OPENAPI = /^(?:x-.+|discriminator|summary)$/;
