import { isObject, type Json } from './json.ts';
import { listOf, type Schemas } from './schemas.ts';

/*
 * The operations of a complete contract, as its readers see them.
 */

/** What is read of an operation. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-successor'?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required?: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: unknown;
  readonly externalDocs?: unknown;
  readonly 'x-stability'?: string;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface ParameterObject extends WithExamples {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Content;
}

export interface HeaderObject extends WithExamples {
  readonly description?: string;
  readonly required?: boolean;
}

export type Content = Readonly<Record<string, WithExamples>>;

interface WithExamples {
  readonly schema?: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Example {
  readonly summary?: string;
  readonly description?: string;
  readonly value: unknown;
}

export interface FoundOperation {
  readonly operation: OperationObject;
  /** The same in the contract, without the parameters of its path. */
  readonly written: Json;
  readonly method: string;
  /** With the path of the base address. */
  readonly path: string;
}

/** The operations of any document, with the parameters of their paths. */
export function operationsOf(contract: Json): FoundOperation[] {
  const basePath = basePathOf(contract);
  return Object.entries(Object(contract.paths)).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, written]) => {
      if (!isObject(written) || !('operationId' in written)) return [];
      const parameters = withShared(listOf(written.parameters), listOf(Object(item).parameters));
      const operation = { ...written, parameters } as unknown as OperationObject;
      return [{ operation, written, method, path: basePath + path }];
    }),
  );
}

/** What an operation describes itself is not that of its path. */
function withShared(own: readonly unknown[], shared: readonly unknown[]): unknown[] {
  const keys = new Set(own.map(keyOf));
  return [...shared.filter((one) => !keys.has(keyOf(one))), ...own];
}

/** The names of headers do not differ in upper and lower case. */
function keyOf(parameter: unknown): string {
  const { name, in: place } = Object(parameter);
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}

/** The path that all operations have in common. */
export function basePathOf(contract: Json): string {
  const { url = '' } = Object(listOf(contract.servers)[0]);
  return url;
}

export function schemasOf(contract: Json): Schemas {
  const { schemas = {} } = (contract.components ?? {}) as { schemas?: Schemas };
  return schemas;
}

/** What each form of a body looks like. */
export function examplesOf({ example, examples = {} }: WithExamples): Example[] {
  return [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)];
}

/** The responses that are errors, and the others, by status. */
export function divided({ responses }: OperationObject) {
  const all = Object.entries(responses);
  const isError = ([status]: [string, ResponseObject]) => !/^[123]/.test(status);
  return { successes: all.filter((one) => !isError(one)), errors: all.filter(isError) };
}
