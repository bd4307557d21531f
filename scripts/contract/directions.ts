import { follow, isObject, type Json, keysOf, pointerOf } from '../generate/json.ts';

/*
 * Fields that requests or responses have in one contract and not in the other, by `readOnly` and
 * `writeOnly`.
 */

/** A field that is in another direction than before. */
export interface Turned {
  readonly kind: 'breaking' | 'additive';
  readonly pointer: string;
  readonly isInNewer: boolean;
  readonly message: string;
  /** The keys of the operation. */
  readonly operation: readonly string[];
}

type Direction = 'request' | 'response';

interface Field {
  readonly name: string;
  readonly operation: readonly string[];
  readonly direction: Direction;
  /** Where the field is described. */
  readonly keys: readonly string[];
  readonly isHidden: boolean;
  readonly isRequired: boolean;
}

const HIDES: Readonly<Record<Direction, string>> = { request: 'readOnly', response: 'writeOnly' };

/** Compares the fields that both contracts describe. */
export function turnedFields(older: object, newer: object): Turned[] {
  const before = fieldsOf(older);
  return [...fieldsOf(newer)].flatMap(([id, now]) => {
    const was = before.get(id);
    if (!was || was.isHidden === now.isHidden) return [];
    const { name, direction, operation, isHidden, isRequired } = now;
    const keyword = HIDES[direction];
    const keys = [...(isHidden ? now : was).keys, keyword];
    const isBreaking = isHidden || (direction === 'request' && isRequired);
    const message = isHidden
      ? `\`${name}\` became \`${keyword}\`: it is no longer in this ${direction}.`
      : `\`${name}\` is no longer \`${keyword}\`: it is in this ${direction}${isBreaking ? ', and required' : ''}.`;
    const kind = isBreaking ? 'breaking' : 'additive';
    return [{ kind, pointer: pointerOf(keys), isInNewer: isHidden, message, operation }];
  });
}

/** The fields in all bodies of a contract, by the operation and the names that lead to them. */
function fieldsOf(document: object): Map<string, Field> {
  const found = new Map<string, Field>();
  const { paths = {} } = document as { paths?: Json };
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (!isObject(operation)) continue;
      const keys = ['paths', path, method];
      const { requestBody, responses } = operation;
      visitContent(requestBody, 'request', keys, [...keys, 'requestBody']);
      for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
        visitContent(response, 'response', keys, [...keys, 'responses', status]);
      }
    }
  }
  return found;

  function visitContent(
    message: unknown,
    direction: Direction,
    operation: readonly string[],
    at: readonly string[],
  ) {
    const content = isObject(message) && isObject(message.content) ? message.content : {};
    for (const [type, mediaType] of Object.entries(content)) {
      const keys = [...at, 'content', type, 'schema'];
      const schema = isObject(mediaType) ? mediaType.schema : undefined;
      visit(schema, keys, pointerOf(keys), []);
    }

    function visit(
      schema: unknown,
      keys: readonly string[],
      id: string,
      seen: readonly unknown[],
      required: ReadonlySet<unknown> = new Set(),
    ) {
      if (!isObject(schema) || seen.includes(schema)) return;
      const below = [...seen, schema];
      const names = new Set([...required, ...requiredIn(schema, document)]);
      if (typeof schema.$ref === 'string') {
        visit(follow(document, keysOf(schema.$ref)), keysOf(schema.$ref), id, below, names);
      }
      for (const list of ['allOf', 'oneOf', 'anyOf']) {
        const members = Array.isArray(schema[list]) ? schema[list] : [];
        for (const [index, member] of members.entries()) {
          const step = list === 'allOf' ? '' : `/${list}/${index}`;
          visit(member, [...keys, list, String(index)], `${id}${step}`, below, names);
        }
      }
      for (const key of ['items', 'additionalProperties']) {
        visit(schema[key], [...keys, key], `${id}/${key}`, below);
      }
      const properties = isObject(schema.properties) ? schema.properties : {};
      for (const [name, property] of Object.entries(properties)) {
        const place = [...keys, 'properties', name];
        const hidden = whereHidden(property, place, direction, document);
        found.set(`${id}/properties/${name}`, {
          name,
          operation,
          direction,
          keys: hidden ?? place,
          isHidden: hidden !== undefined,
          isRequired: names.has(name),
        });
        visit(property, place, `${id}/properties/${name}`, below);
      }
    }
  }
}

/** The names that a schema and all that hold with it require. */
function requiredIn(schema: Json, document: object, seen: readonly unknown[] = []): unknown[] {
  if (seen.includes(schema)) return [];
  const target =
    typeof schema.$ref === 'string' ? follow(document, keysOf(schema.$ref)) : undefined;
  const members = [target, ...(Array.isArray(schema.allOf) ? schema.allOf : [])].filter(isObject);
  const own = Array.isArray(schema.required) ? schema.required : [];
  return [...own, ...members.flatMap((member) => requiredIn(member, document, [...seen, schema]))];
}

/** The keys of the schema that keeps a field out of a direction. */
function whereHidden(
  schema: unknown,
  keys: readonly string[],
  direction: Direction,
  document: object,
  seen: readonly unknown[] = [],
): readonly string[] | undefined {
  if (!isObject(schema) || seen.includes(schema)) return undefined;
  if (schema[HIDES[direction]] === true) return keys;
  const below = [...seen, schema];
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') {
    const target = follow(document, keysOf($ref));
    const found = whereHidden(target, keysOf($ref), direction, document, below);
    if (found) return found;
  }
  for (const [index, member] of (Array.isArray(allOf) ? allOf : []).entries()) {
    const found = whereHidden(
      member,
      [...keys, 'allOf', String(index)],
      direction,
      document,
      below,
    );
    if (found) return found;
  }
  return undefined;
}
