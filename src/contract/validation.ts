import { Ajv2020, type ErrorObject, type KeywordDefinition } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import traverse from 'json-schema-traverse';
import { exactNumberKeyword, type Source, useExactNumber } from './exact-numbers.ts';

/** Validates a value. Defaults and numbers are put into it. Returns a sentence for each violation. */
export type Check = (value: unknown) => string[];

interface CheckOptions {
  readonly source: Source;
  /** What messages call a property that the schema does not have, such as `field`. */
  readonly noun: string;
  /** Whether to continue after the first violation: not for requests, which may have very many. */
  readonly allErrors?: boolean;
}

/**
 * Compiles a schema to a check that neither coerces nor rounds.
 *
 * @throws when the schema has a keyword or format that would not be checked
 */
export function compileCheck(schema: object, { source, noun, allErrors }: CheckOptions): Check {
  const ajv = new Ajv2020({
    // Strict mode already throws on an invalid schema, and the meta-schema takes longer to compile
    // than all schemas of the contract.
    meta: false,
    validateSchema: false,
    allErrors: allErrors ?? false,
    ownProperties: true,
    // A bound in a part of the schema that names no type would be ignored on an int64.
    strictTypes: true,
    useDefaults: true,
    verbose: true,
  });
  addFormats.default(ajv, ['date', 'date-time', 'email', 'uri', 'uuid']);
  ajv.addVocabulary(['x-pattern-message']);
  ajv.addKeyword(exactNumberKeyword(source));
  ajv.addKeyword(WELL_FORMED);
  const validate = ajv.compile(checkable(schema));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map((error) => explain(error, noun));
  };
}

/** An unpaired surrogate, which JSON can escape, has no form in UTF-8, and not every pattern can name it. */
const WELL_FORMED: KeywordDefinition = {
  keyword: 'wellFormed',
  // Without a type of its own, so that a value of another type is reported as that.
  validate: (_isWanted: true, value: unknown) => typeof value !== 'string' || value.isWellFormed(),
  error: { message: 'must not contain an unpaired surrogate' },
};

/** A copy of the schema for AJV: without documentation, with `exactNumber` for numbers. */
function checkable(schema: object) {
  const copy = structuredClone(schema);
  traverse(copy, (part: Record<string, unknown>) => {
    for (const key of Object.keys(part)) {
      const documentation = key.startsWith('x-') || key === 'example';
      if (documentation && key !== 'x-pattern-message') delete part[key];
    }
    useExactNumber(part);
    if (part.type === 'string') part.wellFormed = true;
  });
  return copy;
}

/** Describes a violation in a sentence that begins with the name of the field. */
function explain(error: ErrorObject, noun: string): string {
  const { keyword, params, parentSchema, data } = error;
  const field = fieldName(error.instancePath);
  if (keyword === 'required') return `${within(field, params.missingProperty)} is required.`;
  if (keyword === 'additionalProperties') {
    return `${within(field, params.additionalProperty)} is not a known ${noun}.`;
  }
  const subject = shownName(field) || 'The body';
  if (noun === 'parameter' && Array.isArray(data)) return `${subject} must be sent only once.`;
  if (keyword === 'type') return `${subject} must be ${article(params.type)}.`;
  if (keyword === 'enum') return `${subject} must be one of ${params.allowedValues.join(', ')}.`;
  if (keyword === 'minLength') return `${subject} must have at least ${characters(params.limit)}.`;
  if (keyword === 'maxLength') return `${subject} must have at most ${characters(params.limit)}.`;
  const message = parentSchema?.[`x-${keyword}-message`] ?? error.message;
  return `${subject} ${message}.`;
}

function fieldName(instancePath: string) {
  const steps = instancePath.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join('.');
}

function within(field: string, property: string) {
  return shownName(field ? `${field}.${property}` : property);
}

/** The name of a field, cut after 64 characters, since clients choose how long it is. */
export function shownName(name: string): string {
  return name.replace(/^(.{64}).+$/su, '$1…');
}

function article(type: string) {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function characters(count: number) {
  return count === 1 ? '1 character' : `${count} characters`;
}
