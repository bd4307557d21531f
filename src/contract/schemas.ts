import {
  createCompiler,
  createRun,
  createShapes,
  readValue,
  type Source,
  sentence,
  withDefault,
  writeValue,
} from './schema/index.ts';

export { SchemaError } from './schema/index.ts';

export interface CompileOptions {
  /** What `$ref` may refer to: components.schemas. */
  readonly schemas: Readonly<Record<string, object>>;
  /** In a request a readOnly property is rejected. In a response a writeOnly one is left out. */
  readonly direction: 'request' | 'response';
  /** With `text`, primitives are the strings of a URL, header, cookie or environment variable. */
  readonly source: Source;
  /** What messages call a property that the schema does not have, such as `field`. */
  readonly noun: string;
  /** What messages call the value itself. By default they say `The body`. */
  readonly name?: string;
  /** Whether to continue after the first violation, up to twenty. */
  readonly allErrors?: boolean;
}

/** What a schema means at run time. Nothing that is given to it is changed. */
export interface CompiledSchema {
  /** Sentences, each beginning with the name of the field; none when the value is valid. */
  readonly check: (value: unknown) => string[];
  /**
   * What handlers get of a valid value: an int64 as a bigint, other numbers as numbers, defaults filled
   * in. Where the schema says nothing about a number, `JSON.rawJSON` keeps a notation that neither a
   * number nor a bigint has. Of undefined, the schema's default.
   */
  readonly read: (value: unknown) => unknown;
  /** JSON of a valid value, with the properties that the schema describes. */
  readonly write: (value: unknown) => string;
}

/**
 * Compiles a schema of the contract. Numbers are never rounded, and no value is ever coerced.
 *
 * @throws {SchemaError} when a keyword would not be checked
 */
export function compileSchema(schema: object, options: CompileOptions): CompiledSchema {
  const { direction, name, allErrors = false } = options;
  const located = { schema: schema as Readonly<Record<string, unknown>>, keys: [] };
  const node = createCompiler(options)(located);
  const shape = createShapes()([node]);
  const isStrict = direction === 'request';
  const start = () => createRun({ isStrict, isThorough: allErrors });
  const fallback = withDefault(located, options)?.schema.default;
  return {
    check: (value) => (node.check(value, start()) ?? []).map((found) => sentence(found, name)),
    read: (value) =>
      readValue(shape, value === undefined ? structuredClone(fallback) : value, start()),
    write: (value) => writeValue(shape, value, start()),
  };
}
