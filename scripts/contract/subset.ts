// Validates contracts by subset.yaml, and says what to write instead of each unsupported part.

import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isSafe } from 'redos-detector';
import { parse } from 'yaml';
import type { Finding } from './finding.ts';
import { asObject, keysOf } from './json.ts';
import { isMisspelt } from './misspelt.ts';
import { isJsonPath } from './overlay.ts';

/** The parts of a schema in subset.yaml that the messages of findings depend on. */
interface SubsetSchema {
  readonly $ref?: string;
  readonly properties?: object;
  readonly enum?: readonly string[];
  readonly errorMessage?: string;
  readonly 'x-missing'?: string;
  readonly 'x-otherwise'?: string;
}

interface Subset {
  readonly 'x-instead': Readonly<Record<string, string>>;
  readonly $defs: Readonly<Record<string, SubsetSchema>>;
}

let subset: Subset | undefined;

/** Loads subset.yaml when it is first needed: `npm run dev` and the mock start without it. */
function loadSubset(): Subset {
  if (subset) return subset;
  const loaded: Subset = parse(readFileSync(new URL('subset.yaml', import.meta.url), 'utf8'));
  ajv.addSchema(loaded, 'subset');
  subset = loaded;
  return loaded;
}

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: false,
  validateSchema: false,
  // Compiling takes longer than the one validation that follows.
  inlineRefs: false,
  code: { optimize: false },
  formats: {
    'response-header': isHeaderName,
    'service-header': (name: string) => isOneOf('serviceHeader', name),
    'parameter-header': (name: string) => isHeaderName(name) && !isOneOf('serviceHeader', name),
    'json-path': isJsonPath,
    'regular-expression': isExpression,
    'safe-pattern': isSafePattern,
  },
});
addFormats.default(ajv, ['date']);
ajv.addKeyword({
  keyword: 'x-distinct-headers',
  type: 'object',
  validate: (_: true, part: object) => areDistinct(part),
});

/** Finds the errors in a complete contract, in parts of a contract, or in an overlay. */
export function wrongForm(
  part: unknown,
  name: 'completeContract' | 'contract' | 'overlay' = 'completeContract',
): Finding[] {
  loadSubset();
  const validate = ajv.getSchema(`subset#/$defs/${name}`) as ValidateFunction;
  validate(part);
  const errors = (validate.errors ?? []).filter(isReported);
  return errors.map((error) => ({ keys: keysTo(error), message: messageOf(error) }));
}

/** Other errors only say that a part has errors, which are reported themselves. */
function isReported({ keyword, schemaPath, params, data }: ErrorObject): boolean {
  if (keyword === 'required' && 'ref' in asObject(data)) return false;
  // The name of a key that YAML takes for null.
  if (params.additionalProperty === '') return false;
  return keyword !== 'if' && keyword !== 'propertyNames' && !schemaPath.includes('/contains/');
}

/** The unsupported key, if the error is about a key, or if a missing key is misspelt. */
function unknownKey({ params, data }: ErrorObject): string | undefined {
  const { additionalProperty, unevaluatedProperty, missingProperty: missing } = params;
  const misspelt = missing && Object.keys(asObject(data)).find((key) => isMisspelt(key, missing));
  return additionalProperty ?? unevaluatedProperty ?? misspelt;
}

function keysTo(error: ErrorObject): string[] {
  const last = unknownKey(error) ?? error.propertyName;
  const keys = keysOf(error.instancePath);
  return last === undefined ? keys : [...keys, last];
}

function messageOf(error: ErrorObject): string {
  const { keyword, params } = error;
  const schema = (error.parentSchema ?? {}) as SubsetSchema;
  const { errorMessage } = schema;
  const unknown = unknownKey(error);
  if (unknown !== undefined) return unknownMessage(unknown, schema, params.missingProperty);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return schema['x-missing'] ?? `Add the missing \`${params.missingProperty}\`.`;
    case 'type':
      if (params.type === 'object') return 'Write keys and values here.';
      return errorMessage ?? 'Write a list here, with `- ` before each item.';
    case 'enum':
      return `${meantValue(error)}${errorMessage ?? ''}`;
    case 'const':
      return errorMessage ?? `Write \`${params.allowedValue}\` here.`;
    default:
      return errorMessage ?? 'Write at least one entry here.';
  }
}

/** A question if a value looks like one that is allowed, such as `int` and `integer`. */
function meantValue({ data, params }: ErrorObject): string {
  const meant = (params.allowedValues as unknown[]).find((value) => {
    return (
      typeof value === 'string' &&
      typeof data === 'string' &&
      (value.startsWith(data) || isMisspelt(data, value))
    );
  });
  return meant === undefined ? '' : `Did you mean \`${meant}\`? `;
}

function unknownMessage(key: string, schema: SubsetSchema, missing?: string): string {
  const names = [...new Set(supportedKeys(schema))].sort();
  const meant = missing ?? names.find((name) => isMisspelt(key, name));
  const supported = meant ? `Did you mean \`${meant}\`?` : `Supported are ${names.join(', ')}.`;
  const isExtension = key.startsWith('x-') && !meant;
  const listed = isExtension ? 'Remove it: no extension of this name is read.' : supported;
  const cure = schema['x-otherwise'] ?? insteadOf(key) ?? listed;
  return `\`${key}\` is not supported here. ${cure}`;
}

/** What to write instead of an unsupported key. */
function insteadOf(key: string): string | undefined {
  const found = Object.entries(loadSubset()['x-instead']).find(([keys]) =>
    keys.split(', ').includes(key),
  );
  return found?.[1];
}

/** The supported keys of an object, including those of the definition that it refers to. */
function supportedKeys({ properties = {}, $ref = '' }: SubsetSchema): string[] {
  const base = loadSubset().$defs[keysOf($ref).at(-1) ?? ''];
  return [...Object.keys(properties), ...(base ? supportedKeys(base) : [])];
}

/** @see RFC 9110 section 5.6.2 */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

function isHeaderName(name: string): boolean {
  // Node returns headers as an object, which has names such as `constructor` by itself.
  return TOKEN.test(name) && !isOneOf('httpHeader', name) && !(name.toLowerCase() in {});
}

/** Whether a definition of the subset lists a name, in upper or lower case. */
function isOneOf(definition: string, name: string): boolean {
  const names = loadSubset().$defs[definition]?.enum ?? [];
  return names.some((one) => one.toLowerCase() === name.toLowerCase());
}

/** Whether all headers have different names whatever their case. */
function areDistinct(headers: object): boolean {
  const names = Object.keys(headers);
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

function isExpression(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

/** How much a pattern may backtrack. Counted in steps, so that all machines agree. */
const SAFE = { maxScore: 50, maxSteps: 5_000 };

/** The results, because all responses share the same patterns. */
const safePatterns = new Map<string, boolean>();

function isSafePattern(pattern: string): boolean {
  // Other rules reject these: redos-detector knows no groups with names.
  const isRejected = !isExpression(pattern) || /\(\?<[A-Za-z_$]/.test(pattern);
  const isFine = safePatterns.get(pattern) ?? (isRejected || backtracksLittle(pattern));
  safePatterns.set(pattern, isFine);
  return isFine;
}

function backtracksLittle(pattern: string): boolean {
  try {
    return isSafe(new RegExp(pattern, 'u'), SAFE).safe;
  } catch {
    // redos-detector does not support all of JavaScript's syntax, such as named groups.
    return false;
  }
}
