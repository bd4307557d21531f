// The short form of operations in tables of cases, such as refused-contracts.yaml.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { asObject, isObject, type Json, listOf } from '../../../scripts/contract/index.ts';
import { root } from '../../support/scripts.ts';

export { asObject, isObject, type Json };

/** Reads a table of cases, in which `$text` is its part `text`, and `$Cat` refers to a schema. */
export async function readTable<Rows>(name: string): Promise<Record<string, Rows>> {
  const text = await readFile(join(root, 'test/scripts/contract', name), 'utf8');
  const { parts, ...groups } = parse(text, { merge: true });
  return expanded(groups) as Record<string, Rows>;

  function expanded(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(expanded);
    if (isObject(value)) return mapValues(value, expanded);
    const [, name = ''] = /^\$(\w+)$/.exec(String(value)) ?? [];
    if (Object.hasOwn(parts, name)) return expanded(parts[name]);
    return /^[A-Z]/.test(name) ? { $ref: `#/components/schemas/${name}` } : value;
  }
}

/** An object with the same keys and other values. */
export function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

/** Merges an object into another, in place. */
export function merge(target: Json, update: Json): void {
  for (const [key, value] of Object.entries(update)) {
    const present = target[key];
    if (isObject(present) && isObject(value)) merge(present, value);
    else target[key] = value;
  }
}

/** The JSON of a body. */
export function json(schema: unknown, more: unknown = {}) {
  return { 'application/json': { schema, ...Object.assign({}, more) } };
}

const CAT = { $ref: '#/components/schemas/Cat' };

/** Writes out an operation in the short form of the tables. */
export function operation(operationId: string, part: Json) {
  const { query, parameter, fields, media, returns, result, error, statuses, ...own } = part;
  const described = { description: 'It.' };
  const closed = { type: 'object', properties: fields, additionalProperties: false };
  const { body = fields && closed, ...others } = own;
  const hasParameter = query !== undefined || parameter !== undefined;
  const hasBody = body !== undefined || media !== undefined;
  const ofResponse = returns === undefined ? asObject(result) : { content: json(returns) };
  return {
    operationId,
    tags: ['things'],
    summary: 'It',
    ...described,
    'x-stability': 'stable',
    ...(hasParameter && {
      parameters: [
        {
          name: 'q',
          in: 'query',
          ...described,
          schema: query ?? { type: 'boolean' },
          ...asObject(parameter),
        },
      ],
    }),
    ...(hasBody && {
      requestBody: { ...described, required: true, content: json(body ?? CAT, media) },
    }),
    responses: {
      ...(statuses === undefined
        ? { 200: { ...described, ...ofResponse } }
        : Object.fromEntries(listOf(statuses).map((status) => [status, described]))),
      ...(error !== undefined && { 404: { ...described, ...asObject(error) } }),
    },
    ...others,
  };
}
