// The stability and the deprecation of an operation. From its sunset on, a deprecated operation
// responds with 410.

import type { onRequestHookHandler } from 'fastify';
import { errors } from '../errors/index.ts';
import type { Contract, Operation } from './operations.ts';

/** Sent with every response. @see RFC 9745 section 2.1, RFC 8594 section 3, RFC 5829 section 3.2 */
export function lifecycleHeaders({ stability, deprecation }: Operation, { fullPath }: Contract) {
  return {
    ...(stability !== undefined && stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && {
      deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
      sunset: new Date(deprecation.sunset).toUTCString(),
      link: `<${fullPath(deprecation.successor)}>; rel="successor-version"`,
    }),
  };
}

/** A hook that rejects an operation's requests from its sunset on; undefined without a sunset. */
export function sunsetGuard(
  { operationId, deprecation }: Operation,
  contract: Contract,
  now: () => number,
): onRequestHookHandler | undefined {
  if (!deprecation) return undefined;
  const { sunset, successor } = deprecation;
  const { method } = contract.findOperation(successor);
  const replacement = `${successor} (${method} ${contract.fullPath(successor)})`;
  const removed = errors.operationRemoved(operationId, sunset, replacement);
  const removedAtMs = Date.parse(sunset);
  return (_request, _reply, next) => next(now() < removedAtMs ? undefined : removed);
}
