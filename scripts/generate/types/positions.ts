import { isObject, type Json } from '../json.ts';
import { type Direction, listOf } from '../schemas.ts';

/*
 * Where the operations of a contract have schemas.
 */

/** What is put in the place of a schema, with its default where it has one. */
export type Replace = (schema: unknown, direction: Direction) => Json;

/** Replaces every schema of the operations, also that of a parameter's `content`. */
export function replaceSchemas(paths: Json, replace: Replace): Json {
  return mapValues(paths, (item) => mapValues(item, (part, key) => ofItem(part, key, replace)));
}

function ofItem(part: unknown, key: string, replace: Replace) {
  if (key === 'parameters') return parametersOf(part, replace);
  if (!isObject(part) || !isObject(part.responses)) return part;
  const { parameters, requestBody, responses } = part;
  return {
    ...part,
    parameters: parametersOf(parameters, replace),
    ...(isObject(requestBody) && { requestBody: messageOf(requestBody, 'request', replace) }),
    responses: mapValues(responses, (response) => messageOf(response, 'response', replace)),
  };
}

function parametersOf(parameters: unknown, replace: Replace) {
  return listOf(parameters).map((parameter) => {
    if (!isObject(parameter)) return parameter;
    const { content, schema, ...others } = parameter;
    const [media] = Object.values(isObject(content) ? content : {});
    const described = isObject(media) ? media.schema : schema;
    const replaced = replace(described, 'request');
    // The handler always sees what has a default.
    const isPresent = others.required === true || replaced.default !== undefined;
    return { ...others, required: isPresent, schema: replaced };
  });
}

function messageOf(message: unknown, direction: Direction, replace: Replace): unknown {
  if (!isObject(message)) return message;
  const { content, headers } = message;
  const replaced = (part: unknown) =>
    isObject(part) ? { ...part, schema: replace(part.schema, direction) } : part;
  return {
    ...message,
    ...(isObject(headers) && { headers: mapValues(headers, replaced) }),
    ...(isObject(content) && { content: mapValues(content, replaced) }),
  };
}

function mapValues(object: unknown, map: (value: unknown, key: string) => unknown): Json {
  const entries = Object.entries(isObject(object) ? object : {});
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value, key)]));
}
