import { isOfService } from '../contract-properties/responses.ts';
import { isObject, type Json } from '../generate/json.ts';

/*
 * The objects of a contract by what they are, each where it can be changed.
 */

export interface Places {
  readonly schemas: Json[];
  readonly parameters: { readonly list: Json[]; readonly index: number }[];
  /** Maps from media types. */
  readonly contents: Json[];
  /** Maps from statuses. */
  readonly responses: Json[];
  readonly operations: Json[];
  readonly pathItems: Json[];
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];
const SCHEMA = ['items', 'additionalProperties'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

export function placesIn(document: Json): Places {
  const places: Places = {
    ...{ schemas: [], parameters: [], contents: [], responses: [], operations: [], pathItems: [] },
  };
  for (const item of objectsIn(document.paths)) {
    places.pathItems.push(item);
    addParameters(item.parameters, places);
    for (const operation of METHODS.flatMap((method) => asObject(item[method]))) {
      places.operations.push(operation);
      addParameters(operation.parameters, places);
      addContent(asObject(operation.requestBody)[0]?.content, places);
      for (const responses of asObject(operation.responses)) addResponses(responses, places);
    }
  }
  const [components] = asObject(document.components);
  for (const schema of objectsIn(components?.schemas)) addSchema(schema, places);
  return places;
}

function addParameters(list: unknown, places: Places) {
  if (!Array.isArray(list)) return;
  list.forEach((parameter: Json, index) => {
    places.parameters.push({ list, index });
    addSchema(parameter.schema, places);
    addContent(parameter.content, places);
  });
}

function addResponses(responses: Json, places: Places) {
  places.responses.push(responses);
  for (const [status, response] of Object.entries(responses)) {
    // Errors are the same for all.
    if (!/^[23]/.test(status) || !isObject(response)) continue;
    addContent(response.content, places);
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      // Whatever its schema says, the service sets it as before.
      if (isObject(header) && !isOfService(name)) addSchema(header.schema, places);
    }
  }
}

function addContent(content: unknown, places: Places) {
  if (!isObject(content)) return;
  places.contents.push(content);
  for (const media of objectsIn(content)) addSchema(media.schema, places);
}

function addSchema(schema: unknown, places: Places) {
  if (!isObject(schema)) return;
  places.schemas.push(schema);
  for (const key of SCHEMA) addSchema(schema[key], places);
  for (const part of objectsIn(schema.properties)) addSchema(part, places);
  for (const key of LISTS) {
    const parts = schema[key];
    if (Array.isArray(parts)) for (const part of parts) addSchema(part, places);
  }
}

function objectsIn(value: unknown): Json[] {
  return isObject(value) ? Object.values(value).filter(isObject) : [];
}

function asObject(value: unknown): Json[] {
  return isObject(value) ? [value] : [];
}
