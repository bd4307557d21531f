// Ajv, set up so that nothing is rounded or ignored, and nothing in JSON is coerced. Lint compiles
// every schema of the contract with it, so that what Ajv would not check never gets here.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FuncKeywordDefinition, SchemaValidateFunction } from 'ajv/dist/types/index.js';
import addFormats from 'ajv-formats';
import { exactNumberKeyword, type Source, withExactNumber } from './exact-numbers.ts';
import { isDateTime, isUri, isUriReference, UUID } from './formats.ts';
import { changeSchema, type Schema } from './schemas.ts';
import { sentencesOf } from './sentences.ts';

interface CheckOptions {
  readonly source: Source;
  /** A request is also read: defaults are filled in, and an int64 becomes a bigint. */
  readonly direction: 'request' | 'response';
  /** What messages call a property that the schema does not have, such as `field`. */
  readonly noun: string;
  /** Whether to continue after the first violation, up to twenty. */
  readonly allErrors?: boolean;
}

/** Checks a value in place. Returns sentences that begin with a field's name; none if valid. */
export type Check = (value: unknown) => string[];

export type Validator = ReturnType<typeof compileValidator>;

type Compile = (schema: Schema) => ValidateFunction;

/** Creating an Ajv takes longer than compiling a schema with it. */
const compilers = new Map<string, Compile>();

/** @throws when the schema has anything that would not be checked */
export function compileCheck(schema: Schema, options: CheckOptions): Check {
  const { isValid, violations } = compileValidator(schema, options);
  return (value) => (isValid(value) ? [] : violations());
}

/**
 * The same in two steps, since most values are valid.
 *
 * @throws when the schema has anything that would not be checked
 */
export function compileValidator(schema: Schema, options: CheckOptions) {
  const id = JSON.stringify(options);
  const compile = compilers.get(id) ?? createCompiler(options);
  compilers.set(id, compile);
  const validate = compile(schema);
  return {
    isValid: validate as (value: unknown) => boolean,
    /** What is wrong with the value that was checked last. */
    violations: () => sentencesOf(validate.errors ?? [], options.noun),
  };
}

function createCompiler(options: CheckOptions): Compile {
  const ajv = createAjv(options);
  // Several applications in one process, as in tests, have the same schemas.
  const compiled = new WeakMap<object, ValidateFunction>();
  return (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(changeSchema(schema, checkable));
    compiled.set(schema, validate);
    return validate;
  };
}

function checkable(schema: Schema): Schema {
  const isText = [schema.type].flat().includes('string');
  // With `storable` beside an enum, Ajv would check the enum before the type.
  if (isText) return 'enum' in schema || 'const' in schema ? schema : { ...schema, storable: true };
  return withExactNumber(schema);
}

function createAjv({ source, direction, allErrors = false }: CheckOptions): Ajv2020 {
  const isRequest = direction === 'request';
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    // Strict mode rejects invalid schemas, and the meta-schema takes long to compile.
    meta: false,
    validateSchema: false,
    allErrors,
    // What a handler returns may inherit its fields.
    ownProperties: isRequest,
    discriminator: true,
    useDefaults: isRequest,
    // In text, `true` becomes a boolean, and a single value a list. Numbers have their own keyword.
    coerceTypes: source === 'text' ? 'array' : false,
    // Messages show what the schema says.
    verbose: true,
  });
  addFormats.default(ajv, ['date', 'email']);
  ajv.addFormat('date-time', isDateTime);
  ajv.addFormat('uri', isUri);
  ajv.addFormat('uri-reference', isUriReference);
  ajv.addFormat('uuid', UUID);
  // Keywords without a check: for readers of the contract and the settings, and the serializer.
  ajv.addVocabulary(['x-pattern-message', 'x-secret', BRANCH]);
  ajv.addKeyword(exactNumberKeyword(source, isRequest));
  ajv.addKeyword(storableKeyword(isRequest));
  return ajv;
}

/** Says which branch of a union a schema is. */
export const BRANCH = 'x-branch';

/**
 * The Ajv keyword `storable`. An unpaired surrogate, which JSON can escape, has no form in UTF-8.
 * PostgreSQL cannot store NUL, so no request may contain it, whatever its schema says.
 */
function storableKeyword(isRequest: boolean): FuncKeywordDefinition {
  const isStorable: SchemaValidateFunction = (_schema: true, text: string) => {
    const isWhole = text.isWellFormed();
    if (isWhole && !(isRequest && text.includes('\0'))) return true;
    const part = isWhole ? 'NUL' : 'an unpaired surrogate';
    isStorable.errors = [{ keyword: 'storable', message: `must not contain ${part}` }];
    return false;
  };
  return { keyword: 'storable', type: 'string', before: 'pattern', validate: isStorable };
}
