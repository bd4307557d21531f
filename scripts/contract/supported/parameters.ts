import { isObject, type Json } from '../../generate/json.ts';
import { reportUnbounded } from './bounded.ts';
import { isUnion, partsOf, propertiesOf } from './parts.ts';
import { type At, notSupported } from './rules.ts';
import { type Type, typesOf } from './types.ts';

/*
 * Parameters and headers: how a value of their schema is written as text.
 */

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Json;
  readonly content?: Json;
}

/** What text stands for: one value, or several with or without names. */
type Kind = 'primitive' | 'array' | 'object';

/** The styles of each place, the default first, and what each can write. */
const STYLES: Readonly<Record<Parameter['in'], Readonly<Record<string, readonly Kind[]>>>> = {
  query: {
    form: ['primitive', 'array', 'object'],
    spaceDelimited: ['array'],
    pipeDelimited: ['array'],
    deepObject: ['object'],
  },
  path: { simple: ['primitive', 'array', 'object'] },
  header: { simple: ['primitive', 'array', 'object'] },
  cookie: { form: ['primitive', 'array'] },
};

/** Styles of OpenAPI that no place has here. */
const OTHER_STYLES = ['matrix', 'label'];

const PRIMITIVES: readonly Type[] = ['string', 'integer', 'number', 'boolean'];

/** Header fields that HTTP or the service itself has the use of. */
const OWN_HEADERS: Readonly<Record<string, string>> = {
  accept: 'Remove it: each response has one media type.',
  'content-type': 'Remove it: the media type in `content` says it.',
  authorization: 'Remove it: `security` says it.',
  cookie: 'Describe each cookie as a parameter with `in: cookie`.',
  host: 'Remove it: HTTP has it already.',
  'content-length': 'Remove it: HTTP has it already.',
  'transfer-encoding': 'Remove it: HTTP has it already.',
  connection: 'Remove it: HTTP has it already.',
};
const OWN_RESPONSE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'Remove it: the media type in `content` says it.',
  'content-length': 'Remove it: HTTP has it already.',
  'transfer-encoding': 'Remove it: HTTP has it already.',
  connection: 'Remove it: HTTP has it already.',
  date: 'Remove it: HTTP has it already.',
};

export function reportParameter(parameter: Parameter, at: At): void {
  const { name, in: place, required, schema, content } = parameter;
  if (place === 'path' && required !== true)
    at.report('Write `required: true`: a path always has it.');
  const own = place === 'header' ? OWN_HEADERS[name.toLowerCase()] : undefined;
  if (own) at.below('name').report(notSupported(name, own));
  reportName(parameter, at);
  reportBoth(parameter, at);
  if (!schema && !content)
    at.report('Describe the parameter with `schema`, or as JSON with `content`.');
  for (const [keys, one] of schemasOf(parameter)) reportUnbounded(one, at.below(...keys));
  if (content) {
    for (const key of ['style', 'explode'].filter((one) => one in parameter)) {
      at.below(key).report(`Remove it: \`${key}\` is for parameters with \`schema\`.`);
    }
  } else if (schema) reportStyle(parameter, schema, at);
  const hasDefault =
    schema && partsOf(schema, at.document).some((part) => 'default' in part.schema);
  if (required && hasDefault) {
    at.report('Remove `required` or the `default`: what is always sent has no use for one.');
  }
}

function schemasOf({ schema, content = {} }: Parameter): [keys: string[], schema: Json][] {
  const described = Object.entries(content).map(([name, mediaType]): [string[], unknown] => [
    ['content', name, 'schema'],
    isObject(mediaType) ? mediaType.schema : undefined,
  ]);
  const found: [string[], unknown][] = [[['schema'], schema], ...described];
  return found.filter((one): one is [string[], Json] => isObject(one[1]));
}

/** The forms of a name that each place can have. */
function reportName({ name, in: place }: Parameter, at: At) {
  const isToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name);
  const fits =
    place === 'header' || place === 'cookie' ? isToken : name !== '' && !/[{}/]/.test(name);
  if (!fits || name === '__proto__')
    at.below('name').report(
      `Write a name here that ${place === 'query' ? 'a query' : `a ${place}`} can have.`,
    );
}

/** What excludes each other in parameters, headers and media types. */
export function reportBoth(value: object, at: At): void {
  if ('schema' in value && 'content' in value)
    at.below('content').report('Keep one of `schema` and `content`.');
  if ('example' in value && 'examples' in value)
    at.below('examples').report('Keep one of `example` and `examples`.');
}

function reportStyle(parameter: Parameter, schema: Json, at: At) {
  const { in: place, style = Object.keys(STYLES[place])[0] ?? '' } = parameter;
  const kinds = STYLES[place][style];
  const others = Object.keys(STYLES[place]);
  if (!kinds) {
    const known = [...OTHER_STYLES, ...Object.values(STYLES).flatMap((one) => Object.keys(one))];
    const instead = `Use ${others.map((one) => `\`${one}\``).join(' or ')}.`;
    at.below('style').report(
      known.includes(style)
        ? `${notSupported(style, instead)}`
        : `\`${style}\` is not a style. ${instead}`,
    );
    return;
  }
  const kind = reportTextSchema(schema, at.below('schema'));
  if (!kind) return;
  if (!kinds.includes(kind))
    at.report(
      `${article(kind)} in ${place === 'cookie' ? 'a cookie' : `style \`${style}\``} is not supported. ${insteadOf(place, kind)}`,
    );
  else reportExplode(parameter, style, kind, at);
}

function insteadOf(place: Parameter['in'], kind: Kind) {
  if (place === 'cookie') return 'Use `content` with application/json.';
  return kind === 'object' ? 'Use `deepObject` or `form`.' : 'Use `form`.';
}

function reportExplode({ in: place, explode }: Parameter, style: string, kind: Kind, at: At) {
  if (place === 'cookie' && kind === 'array' && explode !== false) {
    at.report('Write `explode: false`: a cookie is sent once.');
  }
  if (style.endsWith('Delimited') && explode === true) {
    at.below('explode').report('Write `explode: false`, or use `form`.');
  }
  if (style === 'deepObject' && explode === false) {
    at.below('explode').report('Write `explode: true`: each field has a name of its own.');
  }
}

/** Reports a schema that text cannot be read as. */
function reportTextSchema(schema: Json, at: At): Kind | undefined {
  const kind = kindOf(schema, at);
  if (kind === 'array') {
    const items = partsOf(schema, at.document)
      .map((part) => part.schema.items)
      .find(isObject);
    if (items) reportPrimitive(items, at.below('items'), 'list');
  }
  if (kind === 'object') {
    const parts = partsOf(schema, at.document);
    const isClosed = parts.some((part) => part.schema.additionalProperties === false);
    if (!isClosed)
      at.report('Write `additionalProperties: false`: the fields of a parameter are known.');
    const properties = propertiesOf(parts);
    if (properties.size === 0) at.report('Name the fields in `properties`.');
    for (const [name, property] of properties) {
      reportPrimitive(property, at.below('properties', name), 'object');
    }
  }
  return kind;
}

const AS_JSON = 'Use `content` with application/json instead of `schema`.';

function kindOf(schema: Json, at: At): Kind | undefined {
  const types = typesOf(schema, at.document);
  if (!types) at.report(`A parameter of any type is not supported. Give it a \`type\`.`);
  else if (isUnion(partsOf(schema, at.document)))
    at.report(`A parameter of several types is not supported. ${AS_JSON}`);
  else if (types.includes('null'))
    at.report('A parameter that is null is not supported. Leave it out of `required` instead.');
  else if (types.includes('array')) return 'array';
  else if (types.includes('object')) return 'object';
  else return 'primitive';
  return undefined;
}

function reportPrimitive(schema: Json, at: At, within: 'list' | 'object') {
  const types = typesOf(schema, at.document);
  const isPrimitive = types?.every((type) => PRIMITIVES.includes(type));
  if (isPrimitive && !isUnion(partsOf(schema, at.document))) return;
  at.report(
    `${within === 'list' ? 'A list' : 'An object'} of anything but strings, numbers and booleans is not supported in a parameter. ${AS_JSON}`,
  );
}

function article(kind: Kind) {
  return kind === 'primitive' ? 'A single value' : `An ${kind}`;
}

/** A header of a response: one value, or a list of them. */
export function reportResponseHeader(header: Json, at: At): void {
  const name = at.keys.at(-1) ?? '';
  const own = OWN_RESPONSE_HEADERS[name.toLowerCase()];
  if (own) at.report(notSupported(name, own));
  reportBoth(header, at);
  if (!isObject(header.schema)) {
    at.report('Describe the header with `schema`.');
    return;
  }
  const kind = reportTextSchema(header.schema, at.below('schema'));
  if (kind === 'object')
    at.below('schema').report(
      'An object in a header is not supported. Use a list, or a header for each field.',
    );
}
