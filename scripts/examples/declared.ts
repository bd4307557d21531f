import type { Operation } from '../../src/contract/index.ts';
import { isObject, type ResponseObject } from '../contract/index.ts';

/*
 * The examples that a contract declares for the responses of an operation.
 */

/** A response, with one example of its body. */
export interface Example {
  readonly status: number;
  readonly name?: string;
  readonly body: unknown;
  readonly headers: readonly (readonly [name: string, value: unknown])[];
  /** Those that only other responses declare: a 408 has no headers of an operation. */
  readonly otherHeaders: readonly string[];
}

/** The parameter in which a path ends, as `petId` in `/pets/{petId}`, and its value. */
export interface PathId {
  readonly name: string;
  readonly value: unknown;
}

/**
 * In the order of the contract: a success comes first.
 *
 * @throws naming a response that has no example
 */
export function declaredExamples({ operationId, responses }: Operation): Example[] {
  const all = Object.entries(responses as Record<string, ResponseObject>);
  const headerNames = all.flatMap(([, { headers = {} }]) => Object.keys(headers));
  return all.flatMap(([status, { content, headers = {} }]): Example[] => {
    const common = {
      status: Number(status),
      headers: Object.entries(headers)
        .filter(([, { example }]) => example !== undefined)
        .map(([name, { example }]) => [name, example] as const),
      otherHeaders: headerNames.filter((name) => !(name in headers)),
    };
    const media = content?.['application/json'];
    if (!media) return [{ ...common, body: undefined }];
    const { example, examples = {} } = media;
    const named = Object.entries(examples).map(([name, { value }]) => ({ name, body: value }));
    const bodies = example === undefined ? named : [{ body: example }];
    if (bodies.length > 0) return bodies.map((one) => ({ ...common, ...one }));
    throw new Error(
      `The operation ${operationId} has no handler, and its response ${status} has no example.`,
    );
  });
}

/** Whether the body of an example is of what the path names. */
export function hasId(body: unknown, id: PathId | undefined): boolean {
  const field = fieldOf(body, id);
  return isObject(body) && field !== undefined && String(body[field]) === String(id?.value);
}

/** The body of an example as if it were of what the path names. */
export function withId(body: unknown, id: PathId | undefined): unknown {
  const field = fieldOf(body, id);
  return isObject(body) && field !== undefined ? { ...body, [field]: id?.value } : body;
}

/** The field with the name of the parameter, or else `id`, if both are texts or neither is. */
function fieldOf(body: unknown, id: PathId | undefined): string | undefined {
  if (!id || !isObject(body)) return undefined;
  const field = id.name in body ? id.name : 'id';
  const isText = typeof body[field] === 'string';
  return field in body && isText === (typeof id.value === 'string') ? field : undefined;
}
