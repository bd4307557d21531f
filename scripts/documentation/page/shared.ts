import {
  divided,
  type Example,
  examplesOf,
  type FoundOperation,
  type OperationObject,
  type ResponseObject,
  type Schemas,
} from '../../contract/index.ts';
import { type Header, headersOf } from './headers.ts';

/*
 * What all operations have in common, and is said once. Where there is only one, everything is its
 * own.
 */

export interface Shared {
  readonly headers: readonly Header[];
  readonly errors: readonly ErrorRow[];
  /** Whether no error of a status is an operation's own. */
  readonly isSharedError: (status: string, response: ResponseObject) => boolean;
}

/** An error with one of its codes. */
export interface ErrorRow {
  /** Tells apart rows that say something else. */
  readonly key: string;
  readonly status: string;
  readonly code: string;
  /** What it is sent for. */
  readonly sentence: string;
}

export function sharedBy(operations: readonly FoundOperation[], schemas: Schemas): Shared {
  const headers = operations.map(({ operation }) => headersOf(operation, schemas));
  const rows = operations.map(({ operation }) => errorRows(operation));
  const errors = common(rows);
  const keys = new Set(errors.map(({ key }) => key));
  return {
    headers: common(headers),
    errors,
    isSharedError: (...error) => rowsOf(...error).every(({ key }) => keys.has(key)),
  };
}

/** What each of several lists has. */
function common<Item extends { readonly key: string }>(lists: readonly Item[][]): Item[] {
  const [first = [], ...others] = lists;
  const isInAll = ({ key }: Item) => others.every((list) => list.some((one) => one.key === key));
  return others.length === 0 ? [] : first.filter(isInAll);
}

/** The errors of an operation, by status and code. */
export function errorRows(operation: OperationObject): ErrorRow[] {
  return divided(operation).errors.flatMap(([status, response]) => rowsOf(status, response));
}

function rowsOf(status: string, response: ResponseObject): ErrorRow[] {
  const groups = Map.groupBy(errorExamples(response), ({ value }) => value.code);
  return [...groups].map(([code, examples]) => {
    const summaries = examples.flatMap(({ summary }) => summary ?? []);
    const sentence = summaries.map((summary) => `${summary}.`).join(' ') || response.description;
    return { key: JSON.stringify([status, code, sentence]), status, code, sentence };
  });
}

/** Bodies that are examples of the Error. */
interface ErrorExample extends Example {
  readonly value: { readonly code: string; readonly message: string; readonly status: number };
}

function errorExamples({ content = {} }: ResponseObject): ErrorExample[] {
  // Lint requires an example of each error, which has a code.
  return Object.values(content).flatMap(examplesOf) as ErrorExample[];
}
