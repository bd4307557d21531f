import { isObject, type Json } from '../generate/json.ts';
import { placesIn } from './places.ts';

/*
 * What the oracle of the property tests understands. A contract that lint lets through with anything else
 * would have an ignored keyword.
 */

const ANNOTATIONS = ['title', 'description', 'deprecated', 'example', 'examples', 'externalDocs'];
const KEYWORDS = new Set([
  ...ANNOTATIONS,
  ...['x-pattern-message', '$ref', 'type', 'format', 'enum', 'const', 'default'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['unevaluatedProperties', 'allOf', 'anyOf', 'oneOf', 'discriminator', 'readOnly', 'writeOnly'],
]);
const FORMATS = new Set([
  ...['date', 'date-time', 'time', 'email', 'uri', 'uri-reference', 'uuid'],
  ...['int32', 'int64', 'float', 'double'],
]);
const OPERATION = new Set([
  ...['operationId', 'tags', 'summary', 'description', 'x-stability', 'deprecated', 'x-sunset'],
  ...['x-deprecated-since', 'x-successor', 'parameters', 'requestBody', 'responses', 'security'],
  ...['externalDocs', 'x-codeSamples'],
]);
const PARAMETER = new Set([
  ...['name', 'in', 'description', 'required', 'deprecated', 'style', 'explode', 'schema'],
  ...['content', 'example', 'examples'],
]);
const PATH_ITEM = new Set([
  ...['summary', 'description', 'parameters', 'get', 'put', 'post', 'patch', 'delete'],
]);

/** The keywords in a contract that mean something, and are not understood. */
export function unknownKeywords(document: Json): string[] {
  const { schemas, parameters, operations, pathItems } = placesIn(document);
  const beyond = (known: ReadonlySet<string>) => (object: unknown) =>
    isObject(object) ? Object.keys(object).filter((key) => !known.has(key)) : [];
  const formats = schemas.flatMap(({ format }) =>
    format === undefined || FORMATS.has(String(format)) ? [] : [`format: ${format}`],
  );
  return [
    ...schemas.flatMap(beyond(KEYWORDS)),
    ...formats,
    ...parameters.map(({ list, index }) => list[index]).flatMap(beyond(PARAMETER)),
    ...operations.flatMap(beyond(OPERATION)),
    ...pathItems.flatMap(beyond(PATH_ITEM)),
  ];
}
