// What all operations have in common, which the page describes once.

import { asObject, type Operation } from '../../contract/index.ts';
import { errorCodes } from '../../error-codes.ts';
import { type Header, headersOf } from './headers.ts';

/**
 * The headers and errors that every operation has, which the page describes once. A contract with a
 * single operation has none.
 */
export interface Shared {
  readonly headers: readonly Header[];
  readonly errors: readonly ErrorRow[];
}

/** An error with one of its codes. */
export interface ErrorRow {
  /** Identifies the error by status, code and cases. */
  readonly key: string;
  readonly status: string;
  readonly code: string;
  /** What the code means. */
  readonly sentence: string;
}

export function sharedBy(operations: readonly Operation[]): Shared {
  return {
    headers: common(operations.map(headersOf)),
    errors: common(operations.map(errorRows)),
  };
}

/** The items that all lists have; none if there is only one list. */
function common<Item extends { readonly key: string }>(lists: readonly Item[][]): Item[] {
  const [first = [], ...others] = lists;
  return others.length === 0 ? [] : first.filter(({ key }) => others.every((one) => has(one, key)));
}

function has(list: readonly { readonly key: string }[], key: string): boolean {
  return list.some((one) => one.key === key);
}

/** The errors of an operation that not every operation has. */
export function ownErrors(operation: Operation, { errors }: Shared): ErrorRow[] {
  return errorRows(operation).filter(({ key }) => !has(errors, key));
}

/** The statuses of an operation's successes and of its own errors. */
export function ownStatuses(operation: Operation, shared: Shared): Set<string> {
  const others = operation.responses.filter(({ kind }) => kind !== 'error');
  const errors = ownErrors(operation, shared);
  return new Set([...others, ...errors].map(({ status }) => status));
}

/** The headers of an operation's successes and own errors that not every response has. */
export function ownHeaders(operation: Operation, shared: Shared): Header[] {
  const own = ownStatuses(operation, shared);
  const inAll = shared.headers.filter(({ isInAll }) => isInAll);
  return headersOf(operation).filter(
    ({ key, statuses }) => !has(inAll, key) && statuses.some((status) => own.has(status)),
  );
}

/** The errors of an operation, by status and code. */
function errorRows({ responses }: Operation): ErrorRow[] {
  const meanings: Readonly<Record<string, { readonly meaning: string } | undefined>> = errorCodes();
  const errors = responses.filter(({ kind }) => kind === 'error');
  return errors.flatMap(({ status, description, content }) => {
    const examples = content.flatMap((body) => body.examples);
    // Lint requires an example of each error, with a code, but runs only later.
    const byCode = Map.groupBy(examples, ({ value }) => String(asObject(value).code));
    return [...byCode].map(([code, same]) => {
      const cases = same.map(({ summary }) => summary);
      const sentence = meanings[code]?.meaning ?? description;
      return { key: JSON.stringify([status, code, cases]), status, code, sentence };
    });
  });
}
