// The stability and the deprecation of an operation, and what replaces a deprecated one.

import type { Contract, Operation } from './operations.ts';

/** The operation that replaces each deprecated one. */
export type Successors = ReadonlyMap<Operation, Operation>;

/**
 * Finds what replaces the deprecated operations of contracts that are served together.
 *
 * @throws naming an operation that none of them has
 */
export function findSuccessors(contracts: readonly Contract[]): Successors {
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

/** Sent with every response. @see RFC 9745 section 2.1, RFC 8594 section 3, RFC 5829 section 3.2 */
export function lifecycleHeaders(operation: Operation, successors: Successors) {
  const { stability, deprecation } = operation;
  return {
    ...(stability !== undefined && stability !== 'stable' && { 'x-stability': stability }),
    ...(deprecation && {
      deprecation: `@${Date.parse(deprecation.since) / 1_000}`,
      sunset: new Date(deprecation.sunset).toUTCString(),
      link: `<${successors.get(operation)?.route}>; rel="successor-version"`,
    }),
  };
}
