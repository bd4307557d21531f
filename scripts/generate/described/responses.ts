import { isObject, type Json } from '../json.ts';
import type { Direction, Schemas } from '../schemas.ts';
import { isError, type OperationObject, type ResponseObject } from './operation-object.ts';
import { type Described, describeSchema } from './schema.ts';

/*
 * What an operation takes and returns, by media type and status.
 */

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface DescribedMedia extends Described {
  readonly mediaType: string;
  readonly examples: readonly Example[];
}

export interface ErrorExample {
  readonly summary?: string;
  readonly value: { readonly code: string; readonly message: string; readonly status: number };
}

/** The forms of a body. */
export function describeContent(
  content: Json,
  schemas: Schemas,
  direction: Direction,
): DescribedMedia[] {
  return Object.entries(content).map(([mediaType, media]) => {
    const { schema, example, examples } = media as Json;
    const described = describeSchema(schema ?? {}, { schemas, direction, within: [] });
    return {
      ...described,
      mediaType,
      type: schema === undefined ? 'bytes' : described.type,
      examples: [
        ...(example === undefined ? [] : [{ value: example }]),
        ...(Object.values(isObject(examples) ? examples : {}) as Example[]),
      ],
    };
  });
}

/** The responses that are errors, and the others, by status. */
export function divided({ responses }: OperationObject) {
  const all = Object.entries(responses);
  return {
    successes: all.filter(([status]) => !isError(status)),
    errors: all.filter(([status]) => isError(status)),
  };
}

export function errorExamples({ content = {} }: ResponseObject): ErrorExample[] {
  return Object.values(content).flatMap((media) =>
    Object.values((media as { examples?: Record<string, ErrorExample> }).examples ?? {}),
  );
}

/** An example as it is sent. */
export function exampleText(mediaType: string, value: unknown): string {
  return isPlain(mediaType, value) ? String(value) : JSON.stringify(value, null, 2);
}

/** The name of the language that an example is written in; empty for plain text. */
export function exampleLanguage(mediaType: string, value: unknown): string {
  return isPlain(mediaType, value) ? '' : 'json';
}

function isPlain(mediaType: string, value: unknown): boolean {
  return typeof value === 'string' && !mediaType.endsWith('json');
}
