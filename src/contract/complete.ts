import type { AnyHandlers } from './handler.ts';
import type { Contract } from './operations.ts';

const SECURITY = JSON.stringify([{ apiKey: [] }]);

/**
 * Checks that every operation has a handler and asks for an API key, and that every handler has an operation.
 *
 * @throws naming everything that does not hold
 */
export function assertComplete({ operations }: Contract, handlers: AnyHandlers): void {
  const unbound = new Set(Object.keys(handlers));
  const problems = operations.flatMap(({ operationId, security }) => [
    ...(unbound.delete(operationId) ? [] : [`The operation ${operationId} has no handler.`]),
    ...(JSON.stringify(security) === SECURITY
      ? []
      : [`The security of the operation ${operationId} must be exactly ${SECURITY}.`]),
  ]);
  for (const name of unbound)
    problems.push(`The handler ${name} has no operation in the contract.`);
  if (problems.length > 0) throw new Error(problems.join(' '));
}
