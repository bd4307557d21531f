// Conditional requests: which an operation has, and the check of `If-Match` in the transaction of a
// change. `If-None-Match` is compared when the response is written (responses.ts).

import type { FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../errors/index.ts';
import type { Operation } from './operations.ts';
import { responseSerializer, taggedStatuses } from './responses.ts';
import { isCondition, namesStrongly, tagOf } from './tags.ts';

/** The conditions on tags. Those on dates are ignored, since nothing has a date of its own. */
const CONDITIONS = ['if-match', 'if-none-match'] as const;

/**
 * The error of a condition that the operation does not have, and so would be broken without a word,
 * or that cannot be read. A GET without tags has nothing that `If-None-Match` could name.
 */
export function conditionError({ operation, headers }: FastifyRequest): ApiError | undefined {
  for (const name of CONDITIONS) {
    const condition = headers[name];
    if (condition === undefined) continue;
    if (operation?.schema.headers?.properties[name]) {
      if (!isCondition(condition)) return errors.invalidParameter(`${name} ${EXPECTED}`);
    } else if (name === 'if-match' || operation?.method !== 'GET') {
      return errors.invalidParameter(`${name} is not supported by this operation.`);
    }
  }
  return undefined;
}

const EXPECTED = 'must be * or tags in quotes, with commas between them.';

/** A request of an operation that declares `If-Match`. */
export interface MatchRequest {
  readonly headers: { readonly 'if-match'?: string };
}

/**
 * Returns a function that throws unless the `If-Match` of a request, if it has one, fits what would
 * be changed: `current` is what the operation would return of it. It must be called in the
 * transaction of the change, with what was read there under a lock.
 *
 * @throws when the operation has no tag
 */
export function matchCheck(operation: Operation) {
  const [status = ''] = taggedStatuses(operation);
  const schema = operation.schema.response[status];
  if (!schema) throw new Error(`${operation.operationId} declares no ETag.`);
  const serialize = responseSerializer(operation)({ schema });
  /** @throws precondition_failed */
  return ({ headers }: MatchRequest, current: unknown): void => {
    const condition = headers['if-match'];
    if (condition === undefined) return;
    if (!namesStrongly(condition, tagOf(serialize(current)))) throw errors.preconditionFailed;
  };
}
