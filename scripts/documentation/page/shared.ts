import {
  divided,
  type Example,
  examplesOf,
  type FoundOperation,
  type ResponseObject,
  type Schemas,
} from '../../contract/index.ts';
import { type Header, headersOf } from './headers.ts';

/*
 * What all operations have in common, and is said once. Where there is only one, everything is its own.
 */

export interface Shared {
  readonly isSharedHeader: (header: Header) => boolean;
  /** Whether every operation has the same errors with a status. */
  readonly isSharedError: (status: string, response: ResponseObject) => boolean;
}

export function sharedBy(operations: readonly FoundOperation[], schemas: Schemas): Shared {
  const headers = operations.map(({ operation }) => headersOf(operation, schemas));
  const errors = operations.map(({ operation }) => divided(operation).errors.map(keyOf));
  return {
    isSharedHeader: ({ key, isInAll }) =>
      isInAll && isCommon(headers, (one) => one.isInAll && one.key === key),
    isSharedError: (...error) => isCommon(errors, (key) => key === keyOf(error)),
  };
}

/** Whether each of several lists has such an item. */
function isCommon<Item>(lists: readonly Item[][], isSuch: (item: Item) => boolean): boolean {
  return lists.length > 1 && lists.every((list) => list.some(isSuch));
}

/** Tells apart errors whose examples differ. */
function keyOf([status, response]: readonly [string, ResponseObject]): string {
  return JSON.stringify([status, errorExamples(response)]);
}

/** Bodies that are examples of the Error. */
export interface ErrorExample extends Example {
  readonly value: { readonly code: string; readonly message: string; readonly status: number };
}

export function errorExamples({ content = {} }: ResponseObject): ErrorExample[] {
  // Lint requires an example of each error, which has a code.
  return Object.values(content).flatMap(examplesOf) as ErrorExample[];
}

/** The codes of an error, each once. */
export function codesIn(response: ResponseObject): string[] {
  return [...new Set(errorExamples(response).map(({ value }) => value.code))];
}
