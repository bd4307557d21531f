import { type DescribedHeader, describeHeaders } from '../described/headers.ts';
import type { FoundOperation } from '../described/operations.ts';
import { divided, type ErrorExample, errorExamples } from '../described/responses.ts';
import type { Schemas } from '../schemas.ts';

/*
 * What all operations have in common, and is said once. Where there is only one, everything is its own.
 */

export interface Shared {
  readonly headers: readonly DescribedHeader[];
  readonly isSharedHeader: (header: DescribedHeader) => boolean;
  readonly isSharedError: (status: string, example: ErrorExample) => boolean;
}

export function sharedBy(operations: readonly FoundOperation[], schemas: Schemas): Shared {
  const headers = operations.map(({ operation }) =>
    describeHeaders(operation, schemas).filter(({ isInAll }) => isInAll),
  );
  const headerKeys = common(headers.map((all) => all.map(({ key }) => key)));
  const errorKeys = common(
    operations.map(({ operation }) =>
      divided(operation).errors.flatMap(([status, response]) =>
        errorExamples(response).map((example) => keyOf(status, example)),
      ),
    ),
  );
  const isSharedHeader = ({ key, isInAll }: DescribedHeader) => isInAll && headerKeys.has(key);
  return {
    headers: (headers[0] ?? []).filter(isSharedHeader),
    isSharedHeader,
    isSharedError: (status, example) => errorKeys.has(keyOf(status, example)),
  };
}

function keyOf(status: string, example: ErrorExample) {
  return JSON.stringify([status, example]);
}

/** What is in each of several lists. */
function common(lists: readonly (readonly string[])[]): Set<string> {
  const [first = [], ...others] = lists;
  if (others.length === 0) return new Set();
  return new Set(first.filter((one) => others.every((list) => list.includes(one))));
}
