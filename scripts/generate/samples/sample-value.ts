import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject, type Json } from '../json.ts';
import { applied, isHidden, listOf, type Schemas } from '../schemas.ts';
import { bound } from './bounds.ts';
import { sampleNumber } from './sample-number.ts';
import { sampleText } from './sample-text.ts';

/*
 * A value that a schema allows in a request, where the contract gives no example: the shortest that
 * still shows what is there.
 */

/** How deep lists and objects show more than they must, so that what contains itself ends. */
const DEEPEST = 3;

/** How many values of each alternative are tried. */
const TRIES = 10;

interface Place {
  readonly schemas: Schemas;
  readonly depth: number;
  /** Which of several different values; the first unless a list needs more. */
  readonly variant: number;
}

/** Makes a value that a schema allows. */
export function sampleValue(schema: unknown, schemas: Schemas): unknown {
  return sample(schema, { schemas, depth: 0, variant: 0 });
}

/** What a value leaves out in a request: everything that is read-only. */
export function withoutReadOnly(value: unknown, schema: unknown, schemas: Schemas): unknown {
  const parts = alternatives(schema, schemas).flat();
  if (Array.isArray(value)) {
    const items = parts.find((part) => part.items !== undefined)?.items;
    return value.map((item) => withoutReadOnly(item, items, schemas));
  }
  if (!isObject(value)) return value;
  const known = propertiesOf(parts);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isHidden(known[name], 'request', schemas))
      .map(([name, part]) => [name, withoutReadOnly(part, known[name], schemas)]),
  );
}

function sample(schema: unknown, place: Place): unknown {
  const [first = [], ...others] = alternatives(schema, place.schemas);
  if (others.length === 0) return sampleOf(first, place);
  // Alternatives can exclude each other.
  const isValid = checkOf(schema, place.schemas);
  for (let variant = place.variant; variant < place.variant + TRIES; variant++) {
    const values = [first, ...others].map((parts) => sampleOf(parts, { ...place, variant }));
    const valid = values.find((value) => isValid(value));
    if (valid !== undefined) return valid;
  }
  return sampleOf(first, place);
}

/** The schemas that apply to a value together, for each choice among alternatives. */
export function alternatives(schema: unknown, schemas: Schemas): Json[][] {
  const together = applied(schema, schemas);
  const unions = together
    .flatMap(({ anyOf, oneOf }) => [listOf(anyOf), listOf(oneOf)])
    .filter((union) => union.length > 0);
  return unions.reduce<Json[][]>(
    (chosen, union) =>
      union
        .filter((branch) => !together.includes(branch as Json))
        .flatMap((branch) => alternatives(branch, schemas))
        .flatMap((branch) => chosen.map((parts) => [...parts, ...branch])),
    [together],
  );
}

function sampleOf(parts: readonly Json[], place: Place): unknown {
  const given = givenValues(parts);
  const isClosed = parts.some((part) => part.const !== undefined || part.enum);
  if (isClosed || place.variant < given.length) return given[place.variant % given.length];
  const types = parts.map(({ type }) => [type ?? []].flat()).filter((named) => named.length > 0);
  const [type] = types[0]?.filter((one) => one !== 'null') ?? [];
  const { variant } = place;
  if (type === 'integer' || type === 'number') {
    const isInteger = types.some((named) => named.includes('integer'));
    return sampleNumber(parts, isInteger, variant);
  }
  if (type === 'boolean') return variant % 2 === 0;
  if (type === 'array') return sampleArray(parts, place);
  if (type === 'object' || parts.some(({ properties }) => properties)) {
    return sampleObject(parts, place);
  }
  return type === undefined && types.length > 0 ? null : sampleText(parts, variant);
}

/** The values that the contract itself gives, the best first. */
function givenValues(parts: readonly Json[]): unknown[] {
  const first = (keyword: string) => parts.find((part) => part[keyword] !== undefined)?.[keyword];
  const example = first('example') ?? listOf(first('examples'))[0] ?? first('default');
  const constant = parts.find((part) => part.const !== undefined);
  if (constant) return [constant.const];
  const allowed = listOf(first('enum')).filter((value) =>
    parts.every((part) => !part.enum || listOf(part.enum).includes(value)),
  );
  return example === undefined
    ? allowed
    : [example, ...allowed.filter((value) => value !== example)];
}

function sampleArray(parts: readonly Json[], place: Place): unknown[] {
  const items = parts.find((part) => part.items !== undefined)?.items;
  const least = bound(parts, 'minItems', Math.max, 0);
  const most = bound(parts, 'maxItems', Math.min, Number.POSITIVE_INFINITY);
  const count = Math.min(Math.max(least, place.depth < DEEPEST ? 1 : 0), most);
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  return Array.from({ length: count }, (_, i) => {
    const variant = place.variant + (isUnique ? i : 0);
    return sample(items, { ...place, depth: place.depth + 1, variant });
  });
}

function sampleObject(parts: readonly Json[], place: Place): Json {
  const { schemas, depth } = place;
  const named = Object.entries(propertiesOf(parts)).filter(
    ([, property]) => !isHidden(property, 'request', schemas),
  );
  const required = new Set(parts.flatMap((part) => listOf(part.required).map(String)));
  const least = bound(parts, 'minProperties', Math.max, depth < DEEPEST ? 1 : 0);
  const most = bound(parts, 'maxProperties', Math.min, Number.POSITIVE_INFINITY);
  const demanded = named.filter(([name]) => required.has(name));
  const optional = named.filter(([name]) => !required.has(name));
  const missing = Math.max(0, Math.min(least, most) - demanded.length);
  const shown = [...demanded, ...optional.slice(0, missing)];
  const below = { ...place, depth: depth + 1 };
  const own = shown.map(([name, property]) => [name, sample(property, below)]);
  return Object.fromEntries([...own, ...others(parts, Math.min(least, most) - own.length, below)]);
}

/** Properties that have no schema of their own, where there must be more. */
function others(parts: readonly Json[], count: number, below: Place): [string, unknown][] {
  const open = parts.find(({ additionalProperties }) => additionalProperties);
  if (!open || count <= 0) return [];
  return Array.from({ length: count }, (_, i) => [
    i === 0 ? 'example' : `example${i + 1}`,
    sample(open.additionalProperties, below),
  ]);
}

export function propertiesOf(parts: readonly Json[]): Json {
  return Object.assign({}, ...parts.map(({ properties }) => properties));
}

/** Checks values by a schema, except for what is read-only. */
function checkOf(schema: unknown, schemas: Schemas): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false });
  addFormats.default(ajv);
  return ajv.compile({ ...(schema as Json), components: { schemas } });
}
