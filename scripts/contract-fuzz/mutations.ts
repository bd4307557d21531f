import { isObject, type Json } from '../generate/json.ts';
import { placesIn } from './places.ts';

/*
 * Changes of a contract: some keep it right, some make it wrong, and some ask for what is not supported.
 */

/** What decides a change: each is taken modulo the number of choices. */
export interface Gene {
  readonly kind: number;
  readonly place: number;
  readonly choice: number;
}

type Mutate = (document: Json, gene: Gene) => string | undefined;

/** Keywords that mean something in some schemas, with values that mean something in some of them. */
const KEYWORDS: readonly Json[] = [
  ...[{ minLength: 2 }, { minLength: 0 }, { maxLength: 3 }, { maxLength: 0 }, { minLength: 9 }],
  ...[{ pattern: '^a' }, { pattern: '^(a+)+$' }, { pattern: '(' }, { pattern: '^\\p{Lu}*$' }],
  ...[{ minimum: 2 }, { maximum: 7 }, { minimum: 1.5 }, { exclusiveMinimum: 0 }],
  ...[{ exclusiveMaximum: 12 }, { multipleOf: 3 }, { multipleOf: 0.1 }, { multipleOf: 0 }],
  ...['date', 'uuid', 'int32', 'int64', 'float', 'hostname', 'byte', 'binary', 'email', 'time'].map(
    (format) => ({ format }),
  ),
  ...[{ enum: ['a', 'b'] }, { enum: [1, 2] }, { enum: [] }, { enum: [null] }, { enum: [1.5, 2] }],
  ...[{ const: 'a' }, { const: 5 }, { const: null }, { const: true }, { const: { a: 1 } }],
  ...[{ default: 'a' }, { default: 1 }, { default: null }, { default: [] }, { default: {} }],
  ...[{ minItems: 1 }, { maxItems: 2 }, { uniqueItems: true }, { minItems: 3, maxItems: 1 }],
  ...[{ minProperties: 1 }, { maxProperties: 1 }, { required: ['a'] }, { required: [] }],
  ...[{ additionalProperties: true }, { additionalProperties: false }],
  ...[{ additionalProperties: { type: 'integer', format: 'int64' } }],
  ...[{ properties: { a: { type: 'string', maxLength: 3 } } }, { unevaluatedProperties: false }],
  ...[{ readOnly: true }, { writeOnly: true }, { deprecated: true }, { title: 'A title' }],
  ...[{ items: { type: 'boolean' } }, { examples: [1] }, { description: 'What it is.' }],
];

/** What is not supported, or is not a keyword at all. */
const FOREIGN: readonly Json[] = [
  ...[{ minLenght: 2 }, { requried: ['a'] }, { maximun: 5 }, { 'x-foo': 1 }, { nullable: true }],
  ...[{ not: { type: 'string' } }, { if: {} }, { patternProperties: { '^a': {} } }],
  ...[{ prefixItems: [{}] }, { contains: { type: 'string' } }, { propertyNames: { maxLength: 2 } }],
  ...[{ dependentRequired: { a: ['b'] } }, { $comment: 'Why.' }, { xml: { name: 'a' } }],
  ...[{ contentEncoding: 'base64' }, { $id: 'a' }, { $anchor: 'a' }, { unevaluatedItems: false }],
  ...[{ $defs: { a: {} } }, { unevaluatedProperties: true }, { discriminator: {} }],
];
const TYPES: readonly unknown[] = [
  ...['string', 'integer', 'number', 'boolean', 'object', 'array', 'null', 'any', 'file'],
  ...[['string', 'null'], ['integer', 'null'], ['string', 'integer'], ['null'], []],
];
const STYLES = [
  'form',
  'simple',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'matrix',
  'label',
];
const PLACES = ['path', 'query', 'header', 'cookie', 'body'];
const MEDIA_TYPES = [
  ...['application/json', 'application/vnd.a+json', 'text/plain', 'text/csv', 'text/html'],
  ...['application/octet-stream', 'application/x-ndjson', 'application/jsonl', 'application/xml'],
  ...['multipart/form-data', 'application/x-www-form-urlencoded', '*/*', 'image/png'],
];
const STATUSES = [
  '200',
  '201',
  '202',
  '203',
  '204',
  '205',
  '206',
  '207',
  '208',
  '226',
  '303',
  '304',
];
const ODD_STATUSES = ['2XX', '100', '299', '300', '305', '999', 'success'];
const OPERATION_KEYWORDS: readonly Json[] = [
  ...[{ security: [] }, { security: [{}] }, { security: [{ adminKey: [] }] }],
  ...[{ security: [{ apiKey: ['admin'] }] }, { security: [{ apiKey: [] }, {}] }],
  ...[{ security: [{ apiKey: [] }] }, { servers: [{ url: '/v2' }] }, { 'x-foo': 1 }],
  ...[{ callbacks: { a: { '{$url}': { post: { responses: {} } } } } }, { externalDocs: {} }],
  ...[{ 'x-stability': 'beta' }, { 'x-stability': 'alpha' }, { deprecated: true }],
];

export const MUTATIONS: readonly Mutate[] = [
  onSchema((schema, { choice }) => put(schema, KEYWORDS[choice % KEYWORDS.length])),
  onSchema((schema, { choice }) => put(schema, KEYWORDS[choice % KEYWORDS.length])),
  onSchema((schema, { choice }) => put(schema, KEYWORDS[(choice * 7) % KEYWORDS.length])),
  onSchema((schema, { choice }) => put(schema, FOREIGN[choice % FOREIGN.length])),
  onSchema((schema, { choice }) => remove(schema, choice)),
  onSchema((schema, { choice }) => put(schema, { type: TYPES[choice % TYPES.length] })),
  onSchema(changeBound),
  onSchema(orNull),
  onSchema(inAllOf),
  changeReference,
  onParameter((parameter, { choice }) => put(parameter, { style: STYLES[choice % STYLES.length] })),
  onParameter((parameter, { choice }) => put(parameter, { explode: choice % 2 === 0 })),
  onParameter((parameter, { choice }) => put(parameter, { in: PLACES[choice % PLACES.length] })),
  onParameter((parameter, { choice }) => put(parameter, { required: choice % 2 === 0 })),
  onParameter(useContent),
  onParameter((parameter, { choice }) =>
    put(parameter, choice % 2 === 0 ? { allowEmptyValue: true } : { allowReserved: true }),
  ),
  renameMediaType,
  renameStatus,
  onOperation((operation, { choice }) =>
    put(operation, OPERATION_KEYWORDS[choice % OPERATION_KEYWORDS.length]),
  ),
  onOperation(toggleBody),
];

function onSchema(
  change: (schema: Json, gene: Gene, document: Json) => string | undefined,
): Mutate {
  return (document, gene) => {
    const schema = pick(placesIn(document).schemas, gene.place);
    return schema && change(schema, gene, document);
  };
}

function onParameter(change: (parameter: Json, gene: Gene) => string | undefined): Mutate {
  return (document, gene) => {
    const { list, index } = pick(placesIn(document).parameters, gene.place) ?? {
      list: [],
      index: 0,
    };
    const parameter = list[index];
    return parameter && change(parameter, gene);
  };
}

function onOperation(change: (operation: Json, gene: Gene) => string | undefined): Mutate {
  return (document, gene) => {
    const operation = pick(placesIn(document).operations, gene.place);
    return operation && change(operation, gene);
  };
}

function put(target: Json, keywords: Json = {}): string {
  // Copied, since the next change must not change what is the same here.
  Object.assign(target, structuredClone(keywords));
  return `put ${JSON.stringify(keywords)}`;
}

function remove(target: Json, choice: number): string | undefined {
  const key = pick(Object.keys(target), choice);
  if (key === undefined) return undefined;
  delete target[key];
  return `removed ${key}`;
}

function changeBound(schema: Json, { choice }: Gene): string | undefined {
  const bounds = Object.entries(schema).filter(([, value]) => typeof value === 'number');
  const [name, value] = pick(bounds, choice) ?? [];
  if (name === undefined) return undefined;
  const changed = [Number(value) + 1, Number(value) - 1, -1, 0.5, 1e20, '5'][choice % 6];
  schema[name] = changed;
  return `changed ${name} to ${changed}`;
}

function orNull(schema: Json, { choice }: Gene): string {
  const keyword = choice % 2 === 0 ? 'anyOf' : 'oneOf';
  return replace(schema, { [keyword]: [structuredClone(schema), { type: 'null' }] });
}

function inAllOf(schema: Json): string {
  return replace(schema, {
    allOf: [structuredClone(schema), { ...structuredClone(schema), description: 'The same.' }],
  });
}

function replace(target: Json, content: Json): string {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, content);
  return `became ${Object.keys(content).join()}`;
}

function changeReference(document: Json, { place, choice }: Gene): string | undefined {
  const schema = pick(placesIn(document).schemas, place);
  const components = document.components as { schemas?: Json } | undefined;
  const names = [...Object.keys(components?.schemas ?? {}), 'Missing'];
  const $ref = `#/components/schemas/${pick(names, choice)}`;
  return schema && (choice % 3 === 0 ? put(schema, { $ref }) : replace(schema, { $ref }));
}

function useContent(parameter: Json, { choice }: Gene): string {
  const { schema = {}, style: _, explode: __, ...rest } = parameter;
  const type = choice % 5 === 0 ? 'text/plain' : 'application/json';
  return replace(parameter, { ...rest, content: { [type]: { schema } } });
}

function renameMediaType(document: Json, { place, choice }: Gene): string | undefined {
  const content = pick(placesIn(document).contents, place);
  const [type] = Object.keys(content ?? {});
  const wanted = pick(MEDIA_TYPES, choice) ?? '';
  if (!content || type === undefined || type === wanted) return undefined;
  content[wanted] = content[type];
  // Sometimes there are two.
  if (choice % 7 !== 0) delete content[type];
  return `media type ${type} became ${wanted}`;
}

function renameStatus(document: Json, { place, choice }: Gene): string | undefined {
  const responses = pick(placesIn(document).responses, place);
  const successes = Object.keys(responses ?? {}).filter((status) => /^[23]/.test(status));
  const status = pick(successes, choice);
  const wanted = pick(choice % 4 === 0 ? ODD_STATUSES : STATUSES, choice) ?? '';
  if (!responses || status === undefined || wanted in responses) return undefined;
  responses[wanted] = structuredClone(responses[status]);
  if (choice % 3 !== 0) delete responses[status];
  return `status ${status} became ${wanted}`;
}

function toggleBody(operation: Json, { choice }: Gene): string {
  const { requestBody } = operation;
  if (!isObject(requestBody)) return put(operation, { requestBody: { content: {} } });
  if (choice % 5 === 0)
    return remove(operation, Object.keys(operation).indexOf('requestBody')) ?? '';
  return put(requestBody, { required: choice % 2 === 0 });
}

function pick<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
