import type { Parameter } from './operations.ts';

/** What a parameter's text holds: one value, a list, names with values, or JSON. */
export type Shape =
  | { readonly kind: 'value' | 'list' | 'json' }
  | { readonly kind: 'object'; readonly properties: readonly string[] };

/** How a parameter is written in a request. */
export interface Style {
  readonly style: string;
  readonly explode: boolean;
}

interface ParameterSchema {
  readonly type?: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly object[];
  readonly properties?: Readonly<Record<string, object>>;
}

type Schemas = Readonly<Record<string, object>>;

const DEFAULT_STYLES = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' };
/** The styles of each place, with the kinds that they can hold. */
const STYLES: Readonly<Record<Parameter['in'], Readonly<Record<string, readonly string[]>>>> = {
  path: { simple: ['value', 'list', 'object'] },
  query: {
    form: ['value', 'list', 'object'],
    spaceDelimited: ['list'],
    pipeDelimited: ['list'],
    deepObject: ['object'],
  },
  header: { simple: ['value', 'list', 'object'] },
  cookie: { form: ['value', 'list'] },
};

/** @throws when the parameter has a style that its place or schema does not allow */
export function styleOf(parameter: Parameter, { kind }: Shape): Style {
  const style = parameter.style ?? DEFAULT_STYLES[parameter.in];
  const explode = parameter.explode ?? style === 'form';
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  const isUnclear =
    kind !== 'value' && explode && (isDelimited || parameter.in === 'cookie') && kind !== 'json';
  if (kind !== 'json' && (isUnclear || !STYLES[parameter.in]?.[style]?.includes(kind))) {
    throw new Error(
      `The parameter ${parameter.name} (in ${parameter.in}) cannot be a ${kind} in style ${style}${explode ? ' with explode' : ''}.`,
    );
  }
  return { style, explode };
}

/** @throws when the parameter has neither a schema nor JSON as its content */
export function shapeOf({ name, schema, content }: Parameter, schemas: Schemas): Shape {
  if (content) {
    const [mediaType, ...others] = Object.keys(content);
    if (mediaType === 'application/json' && others.length === 0) return { kind: 'json' };
    throw new Error(`The content of the parameter ${name} must be application/json.`);
  }
  if (!schema) throw new Error(`The parameter ${name} has no schema.`);
  const parts = partsOf(schema, schemas);
  const types = parts.map(({ type }) => type);
  if (types.includes('array')) return { kind: 'list' };
  if (!types.includes('object')) return { kind: 'value' };
  const properties = parts.flatMap((part) => Object.keys(part.properties ?? {}));
  if (properties.length === 0) throw new Error(`The parameter ${name} must name its properties.`);
  return { kind: 'object', properties: [...new Set(properties)] };
}

/** What a schema is made of: itself, what it refers to, and all that applies with it. */
function partsOf(schema: ParameterSchema, schemas: Schemas): ParameterSchema[] {
  const { $ref, allOf = [] } = schema;
  const referred = $ref === undefined ? [] : [schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}];
  return [schema, ...[...referred, ...allOf].flatMap((part) => partsOf(part, schemas))];
}
