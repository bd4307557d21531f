import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isSafe } from 'redos-detector';
import { parse } from 'yaml';
import { isObject, keysOf } from './json.ts';

/*
 * The part of OpenAPI that the service keeps, as subset.yaml describes it, and what to write
 * instead of what is not part of it.
 */

/** What is wrong with a part of a contract. */
export interface Finding {
  readonly keys: readonly string[];
  readonly message: string;
  /** Where it is not in the complete contract. */
  readonly place?: string;
  /** Where it is not that it is not supported. */
  readonly rule?: string;
}

interface Subset {
  /** What to write instead, and of which keys. */
  readonly instead: Readonly<Record<string, readonly string[]>>;
  readonly schema: object;
  readonly $defs: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
}

const text = readFileSync(new URL('subset.yaml', import.meta.url), 'utf8');
const subset: Subset = parse(text, { merge: true, maxAliasCount: -1 });
const ajv = new Ajv2020({
  $data: true,
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  // It runs once.
  inlineRefs: false,
  code: { optimize: false },
  formats: {
    'own-header': isOwnHeader,
    'regular-expression': isExpression,
    'safe-pattern': isSafePattern,
  },
});
addFormats.default(ajv, ['date']);
ajv.addKeyword({
  keyword: 'namedOnce',
  type: ['object', 'array'],
  validate: (_: true, part: object) => isNamedOnce(part),
});
ajv.addSchema(expand({ ...subset.schema, $defs: subset.$defs }) as object, 'subset');

/** Writes out what `fields` stands for. */
function expand(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(expand);
  if (!isObject(part)) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, expand(value)]);
  const { fields, ...others } = Object.fromEntries(entries);
  if (fields === undefined) return others;
  return { type: 'object', properties: fields, additionalProperties: false, ...others };
}

/**
 * What is wrong with a part of a contract.
 *
 * @param name what the subset calls such a part; by default the part is a complete contract
 */
export function wrongForm(part: unknown, name?: string): Finding[] {
  // Each is in the subset.
  const validate = ajv.getSchema(name ? `subset#/$defs/${name}` : 'subset') as ValidateFunction;
  validate(part);
  const errors = (validate.errors ?? []).filter(isOwn);
  // What holds for every operation is added to those with an operationId only.
  const incomplete = errors
    .filter(({ params }) => params.missingProperty === 'operationId')
    .map(({ instancePath }) => `${instancePath}/responses/`);
  const isCause = ({ instancePath }: ErrorObject) =>
    !incomplete.some((path) => instancePath.startsWith(path));
  return errors.filter(isCause).map((error) => ({
    keys: placeOf(error),
    message: sentenceOf(error),
  }));
}

/** Others only say that something does not hold which is reported already. */
function isOwn({ keyword, schemaPath }: ErrorObject): boolean {
  return (
    keyword !== 'if' &&
    keyword !== 'propertyNames' &&
    !/\/(?:anyOf\/\d+|contains)\//.test(schemaPath)
  );
}

function placeOf({ instancePath, keyword, params, propertyName }: ErrorObject): string[] {
  const keys = keysOf(instancePath);
  if (keyword === 'additionalProperties') keys.push(params.additionalProperty);
  if (propertyName !== undefined) keys.push(propertyName);
  return keys;
}

function sentenceOf({ keyword, params, parentSchema = {} }: ErrorObject): string {
  const { 'x-say': say, 'x-missing': missing = say } = parentSchema;
  switch (keyword) {
    case 'additionalProperties':
      return insteadOf(params.additionalProperty, parentSchema);
    case 'required':
    case 'dependentRequired':
      return missing ?? `Give it its \`${params.missingProperty}\`.`;
    case 'type':
      return params.type === 'object'
        ? 'Write keys and values here.'
        : (say ?? 'Write a list here, with `- ` before each item.');
    case 'const':
      return say ?? `Write \`${params.allowedValue}\` here.`;
    default:
      return say ?? 'Write at least one here.';
  }
}

function insteadOf(key: string, parent: Readonly<Record<string, unknown>>): string {
  const { properties, 'x-otherwise': otherwise } = parent;
  const [known] = Object.entries(subset.instead).find(([, keys]) => keys.includes(key)) ?? [];
  const names = Object.keys(Object(properties)).sort();
  const meant = names.find((name) => isMisspelt(key, name));
  const supported = meant ? `Did you mean \`${meant}\`?` : `Supported are ${names.join(', ')}.`;
  return `\`${key}\` is not supported here. ${otherwise ?? known ?? supported}`;
}

/** Whether a name differs in one letter, or a longer one in two: added, removed or replaced. */
export function isMisspelt(written: string, name: string): boolean {
  const distance = (from: string, to: string, left: number): boolean => {
    if (left < 0) return false;
    if (from === '' || to === '') return from.length + to.length <= left;
    if (from[0] === to[0]) return distance(from.slice(1), to.slice(1), left);
    return (
      distance(from.slice(1), to, left - 1) ||
      distance(from, to.slice(1), left - 1) ||
      distance(from.slice(1), to.slice(1), left - 1)
    );
  };
  return distance(written.toLowerCase(), name.toLowerCase(), written.length > 5 ? 2 : 1);
}

/** @see RFC 9110 section 5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const OF_HTTP =
  /^(?:accept|authorization|connection|content-(?:encoding|length|type)|cookie|date|expect|host|keep-alive|set-cookie|te|trailer|transfer-encoding|upgrade)$/i;
const OF_HOUSE = subset.$defs.houseHeader?.enum?.map((name) => name.toLowerCase());

/** Whether an operation may have a header of this name. */
function isOwnHeader(name: string): boolean {
  const key = name.toLowerCase();
  // Nor one that the object has itself in which Node gives all headers.
  return TOKEN.test(name) && !OF_HTTP.test(name) && !OF_HOUSE?.includes(key) && !(key in {});
}

/** Whether headers differ in more than upper and lower case. */
function isNamedOnce(headers: object): boolean {
  const all = Object.entries(headers).map(([key, one]) => ({ name: key, ...one }));
  const named = all.filter(({ in: place = 'header' }) => place === 'header');
  const names = named.map(({ name }) => String(name).toLowerCase());
  return new Set(names).size === names.length;
}

function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

/** How often a pattern may go back on what it has matched: the same on every machine. */
const SAFE = { maxScore: 50, maxSteps: 5_000 };

/** What holds for every operation has the same patterns in each response. */
const known = new Map<string, boolean>();

function isSafePattern(pattern: string): boolean {
  const isFine = known.get(pattern) ?? (!isExpression(pattern) || hasFewWays(pattern));
  known.set(pattern, isFine);
  return isFine;
}

function hasFewWays(pattern: string): boolean {
  try {
    return isSafe(new RegExp(pattern, 'u'), SAFE).safe;
  } catch {
    // It does not read all that JavaScript does, such as names of groups.
    return false;
  }
}
