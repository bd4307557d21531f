import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import traverse from 'json-schema-traverse';
import { exactNumberKeyword, type Source, useExactNumber } from './exact-numbers.ts';

/** Checks a value in place: fills in defaults, reads numbers. Returns one sentence per violation. */
export type Check = (value: unknown) => string[];

export interface CheckOptions {
  readonly source: Source;
  /** What a property that the schema does not know is called in messages, such as `field`. */
  readonly noun: string;
  /** Whether to look on after the first violation: never for the input of strangers. */
  readonly allErrors?: boolean;
}

/**
 * Compiles a schema so that nothing is coerced, rounded or silently accepted.
 *
 * @throws when the schema has a keyword or format that would go unchecked
 */
export function compileCheck(schema: object, { source, noun, allErrors }: CheckOptions): Check {
  const ajv = new Ajv2020({
    // Strict mode refuses what is no schema, and to compile the meta-schema takes longer than all the
    // schemas of the contract.
    meta: false,
    validateSchema: false,
    allErrors: allErrors ?? false,
    ownProperties: true,
    strictRequired: false,
    // A bound without its type would be checked on no int64.
    strictTypes: true,
    useDefaults: true,
    verbose: true,
  });
  addFormats.default(ajv, ['date', 'date-time', 'email', 'uri', 'uuid']);
  ajv.addVocabulary(['x-pattern-message']);
  ajv.addKeyword(exactNumberKeyword(source));
  const validate = ajv.compile(checkable(schema));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map((error) => explain(error, noun));
  };
}

/** The schema without what is only documentation, and with its numbers under the exact keyword. */
function checkable(schema: object) {
  const copy = structuredClone(schema);
  traverse(copy, (part: Record<string, unknown>) => {
    for (const key of Object.keys(part)) {
      const documentation = key.startsWith('x-') || key === 'example';
      if (documentation && key !== 'x-pattern-message') delete part[key];
    }
    useExactNumber(part);
  });
  return copy;
}

/** Turns a violation into a sentence that begins with the name of the field. */
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

/** The name of a field, cut after 64 characters where a client made it long enough to fill the answer. */
export function shownName(name: string): string {
  return name.replace(/^(.{64}).+$/su, '$1…');
}

function article(type: string) {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function characters(count: number) {
  return count === 1 ? '1 character' : `${count} characters`;
}
