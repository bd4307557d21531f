// The stability of operations, and the end of deprecated ones: announced by headers, then a 410.

import { type ApiError, errors } from '../errors/index.ts';
import type { Contract, Operation } from './operations.ts';

export interface Lifecycle {
  /** Sent with every response of an operation. */
  headersOf(operation: Operation): Record<string, string>;
  /** The error of a deprecated operation from its sunset on. */
  removalError(operation: Operation, nowMs: number): ApiError | undefined;
}

/**
 * The lifecycle of all operations of contracts that are served together.
 *
 * @throws naming a successor that none of them has
 * @see RFC 9745 section 2.1, RFC 8594 section 3, RFC 5829 section 3.2
 */
export function createLifecycle(contracts: readonly Contract[]): Lifecycle {
  const successors = findSuccessors(contracts);
  const sunsetsMs = readSunsets(contracts);
  return {
    headersOf(operation) {
      const { stability, deprecation } = operation;
      return {
        ...(stability !== undefined && stability !== 'stable' && { 'x-stability': stability }),
        ...(deprecation && {
          deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
          sunset: new Date(deprecation.sunset).toUTCString(),
          link: `<${successors.get(operation)?.route}>; rel="successor-version"`,
        }),
      };
    },
    removalError(operation, nowMs) {
      const { operationId, deprecation } = operation;
      const sunsetMs = sunsetsMs.get(operation);
      if (!deprecation || !sunsetMs || nowMs < sunsetMs) return undefined;
      const { method, route } = successors.get(operation) ?? operation;
      const replacement = `${deprecation.successor} (${method} ${route})`;
      return errors.operationRemoved(operationId, deprecation.sunset, replacement);
    },
  };
}

/** When each deprecated operation ends, which every request of it asks for. */
function readSunsets(contracts: readonly Contract[]): ReadonlyMap<Operation, number> {
  const sunsets = new Map<Operation, number>();
  for (const operation of contracts.flatMap(({ operations }) => operations)) {
    const { deprecation } = operation;
    if (deprecation) sunsets.set(operation, Date.parse(deprecation.sunset));
  }
  return sunsets;
}

/** The operation that replaces each deprecated one. */
function findSuccessors(contracts: readonly Contract[]): ReadonlyMap<Operation, Operation> {
  const successors = new Map<Operation, Operation>();
  for (const contract of contracts) {
    for (const operation of contract.operations) {
      const { successor } = operation.deprecation ?? {};
      if (successor === undefined) continue;
      const [, version = contract.version, id = ''] = /^(?:(v\d+)\.)?(.*)$/.exec(successor) ?? [];
      const other = contracts.find((one) => one.version === version);
      if (!other) throw new Error(`Nothing serves ${version}, which has ${successor}.`);
      successors.set(operation, other.findOperation(id));
    }
  }
  return successors;
}
