import type { AnyHandlers } from './handler.ts';
import { type Contract, type Operation, scopesOf } from './operations.ts';

/**
 * Checks that every operation has a handler, and asks for an API key, with scopes that are described; and that every
 * handler has an operation.
 *
 * @throws naming everything that does not hold
 */
export function assertComplete({ operations, document }: Contract, handlers: AnyHandlers): void {
  const described = scopesOf(document);
  const unbound = new Set(Object.keys(handlers));
  const asksForKey = ({ security, scopes }: Operation) =>
    JSON.stringify(security) === JSON.stringify([{ apiKey: scopes }]) &&
    scopes.every((scope) => Object.hasOwn(described, scope));
  const problems = operations.flatMap((operation) => {
    const { operationId } = operation;
    const wrong = `The security of the operation ${operationId} must be [{"apiKey":[]}], or have scopes of x-scopes.`;
    const unhandled = `The operation ${operationId} has no handler.`;
    return [
      ...(unbound.delete(operationId) ? [] : [unhandled]),
      ...(asksForKey(operation) ? [] : [wrong]),
    ];
  });
  for (const name of unbound)
    problems.push(`The handler ${name} has no operation in the contract.`);
  if (problems.length > 0) throw new Error(problems.join(' '));
}
