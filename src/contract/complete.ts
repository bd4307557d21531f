import type { AnyHandlers } from './handler.ts';
import { type Contract, scopesOf } from './operations.ts';

/**
 * Checks that every operation has a handler, and asks for an API key, with scopes that are described; and that every handler has an operation.
 *
 * @throws naming everything that does not hold
 */
export function assertComplete({ operations, document }: Contract, handlers: AnyHandlers): void {
  const described = scopesOf(document);
  const unbound = new Set(Object.keys(handlers));
  const problems = operations.flatMap(({ operationId, security, scopes }) => {
    const asksForKey = JSON.stringify(security) === JSON.stringify([{ apiKey: scopes }]);
    const isKnown = scopes.every((scope) => Object.hasOwn(described, scope));
    return [
      ...(unbound.delete(operationId) ? [] : [`The operation ${operationId} has no handler.`]),
      ...(asksForKey && isKnown
        ? []
        : [
            `The security of the operation ${operationId} must be [{"apiKey":[]}], or have scopes of x-scopes.`,
          ]),
    ];
  });
  for (const name of unbound)
    problems.push(`The handler ${name} has no operation in the contract.`);
  if (problems.length > 0) throw new Error(problems.join(' '));
}
