import fastJsonStringify from 'fast-json-stringify';
import { compileCheck } from './validation.ts';

export interface CompileOptions {
  readonly schemas: Readonly<Record<string, object>>;
  readonly direction: 'request' | 'response';
  readonly source: 'json' | 'text';
  readonly noun: string;
  readonly name?: string;
  readonly allErrors?: boolean;
}

export interface CompiledSchema {
  check(value: unknown): string[];
  read(value: unknown): unknown;
  write(value: unknown): string;
}

/** A stand-in until schemas are compiled exactly. */
export function compileSchema(schema: object, options: CompileOptions): CompiledSchema {
  const { schemas, source, noun, name = 'The body', direction } = options;
  const inlined = inline(schema, schemas);
  let check: ((value: unknown) => string[]) | undefined;
  let write: ((value: unknown) => string) | undefined;
  const checkValue = (value: unknown) => {
    check ??= compileCheck(inlined, { source, noun });
    return check(value).map((text) => text.replace(/^The body/, name));
  };
  return {
    check: (value) => (direction === 'response' ? [] : checkValue(value)),
    read: (value) => value,
    write(value) {
      write ??= fastJsonStringify(inlined as never);
      return write(value);
    },
  };
}

function inline(schema: object, schemas: Readonly<Record<string, object>>): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(value?.$ref ?? '')?.[1];
    const { $ref: _, ...rest } = value ?? {};
    return name ? { ...inline(schemas[name] ?? {}, schemas), ...rest } : value;
  });
}
