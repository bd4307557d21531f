// The stability and the deprecation of an operation. From its sunset on, a deprecated operation
// responds with 410.

import type { FastifyRequest } from 'fastify';
import { type ApiError, errors } from '../errors/index.ts';
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

/** The error of a request to an operation that has reached its sunset. */
export function removalError(
  { operation }: FastifyRequest,
  contract: Contract,
  nowMs: number,
): ApiError | undefined {
  if (!operation?.deprecation) return undefined;
  const { sunset, successor } = operation.deprecation;
  if (nowMs < Date.parse(sunset)) return undefined;
  const { method, route } = contract.findOperation(successor);
  const replacement = `${successor} (${method} ${route})`;
  return errors.operationRemoved(operation.operationId, sunset, replacement);
}
