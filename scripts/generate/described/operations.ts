import type { CodeSample } from '../code-samples.ts';
import { isObject, type Json } from '../json.ts';
import type { Schemas } from '../schemas.ts';
import { withShared } from '../shared-parameters.ts';

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
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required?: boolean;
    readonly content: Content;
  };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: unknown;
  readonly 'x-stability'?: string;
  readonly 'x-codeSamples'?: readonly CodeSample[];
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
  readonly value: unknown;
}

export interface FoundOperation {
  readonly operation: OperationObject;
  readonly method: string;
  /** With the path of the base address. */
  readonly path: string;
}

/** The operations, with the parameters of their paths. */
export function operationsOf(contract: Json): FoundOperation[] {
  const basePath = basePathOf(contract);
  return Object.entries(contract.paths as Record<string, Json>).flatMap(([path, item]) => {
    const shared = (item.parameters ?? []) as ParameterObject[];
    return Object.entries(item)
      .filter(([, operation]) => isObject(operation) && 'operationId' in operation)
      .map(([method, found]) => ({
        operation: withShared(found as unknown as OperationObject, shared),
        method,
        path: basePath + path,
      }));
  });
}

/** The path that all operations have in common. */
export function basePathOf(contract: Json): string {
  const [{ url = '' } = {}] = (contract.servers ?? []) as { url?: string }[];
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
