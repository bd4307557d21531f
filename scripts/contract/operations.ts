// The operations of a complete contract.

import { asObject, isObject, type Json } from './json.ts';
import { listOf, type Schemas } from './schemas.ts';

/** The fields of an operation that this project reads. */
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
  readonly 'x-stability'?: string;
  readonly 'x-reserve'?: true;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface ParameterObject extends HeaderObject {
  readonly name: string;
  readonly in: string;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Content;
}

export interface HeaderObject extends WithExamples {
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
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
  /** The operation, whatever its form. */
  readonly written: Json;
  readonly keys: readonly [paths: string, path: string, method: string];
  readonly method: string;
  /** The path, including that of the base address. */
  readonly path: string;
}

export const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

/** The operations of a document, which need not be valid. */
export function operationsOf(contract: Json): FoundOperation[] {
  const basePath = basePathOf(contract);
  return Object.entries(asObject(contract.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).flatMap(([method, written]) => {
      if (!isObject(written) || !METHODS.includes(method)) return [];
      // Lint rejects operations of another form.
      const operation = written as unknown as OperationObject;
      return [{ operation, written, keys: ['paths', path, method], method, path: basePath + path }];
    }),
  );
}

/** Identifies a parameter. The case of header names does not matter. */
export function keyOf(parameter: unknown): string {
  const { name, in: place } = asObject(parameter);
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}

/** The path of the base address, with which the paths of all operations begin. */
export function basePathOf(contract: Json): string {
  const { url = '' } = asObject(listOf(contract.servers)[0]);
  return String(url);
}

export function schemasOf(contract: Json): Schemas {
  return asObject(asObject(contract.components).schemas);
}

/** The schema of a request's or a response's body. */
export function bodySchema(message: { readonly content?: Content } | undefined): Json | undefined {
  return message?.content?.['application/json']?.schema;
}

/** The examples of a body, a parameter or a header. */
export function examplesOf({ example, examples }: WithExamples): Example[] {
  const named = Object.values(asObject(examples)).map(asObject) as unknown as Example[];
  return example === undefined ? named : [{ value: example }, ...named];
}

/**
 * The successes and errors of an operation, each with its status, and 304, which is neither: it
 * stands for a success with a body that the client has already.
 */
export function responsesOf({ responses }: OperationObject) {
  const all = Object.entries(responses);
  const of = (isKind: (status: string) => boolean) => all.filter(([status]) => isKind(status));
  return {
    successes: of((status) => /^[123]/.test(status) && status !== NOT_MODIFIED),
    notModified: of((status) => status === NOT_MODIFIED),
    errors: of((status) => !/^[123]/.test(status)),
  };
}

export const NOT_MODIFIED = '304';
