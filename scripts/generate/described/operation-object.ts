import type { CodeSample } from '../code-samples.ts';
import type { Json } from '../json.ts';

/** What is read of an operation of the complete contract. */
export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { description?: string; required?: boolean; content: Json };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly 'x-stability'?: string;
  readonly 'x-deprecated-since'?: string;
  readonly 'x-sunset'?: string;
  readonly 'x-successor'?: string;
  readonly 'x-codeSamples'?: readonly CodeSample[];
}

export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema?: Json;
  readonly content?: Readonly<Record<string, { readonly schema?: Json }>>;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Json;
}

export interface HeaderObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: Json;
  readonly example?: unknown;
}

/** Whether a response is an error: those that no status describes are. */
export function isError(status: string): boolean {
  return !/^[123]/.test(status);
}
