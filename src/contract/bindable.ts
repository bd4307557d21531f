import type { AnyHandlers } from './handler.ts';
import type { Contract, Operation } from './operations.ts';

/*
 * What must hold for a contract before it is served. Lint says the same earlier, and where.
 */

const METHODS = new Set(['GET', 'PUT', 'POST', 'PATCH', 'DELETE']);
const SECURITY = JSON.stringify([{ apiKey: [] }]);
const SUCCESSES = new Set([
  ...[200, 201, 202, 203, 204, 206, 207, 208, 226],
  ...[301, 302, 303, 304, 307, 308],
]);

/** @throws naming everything that does not hold */
export function assertBindable({ document, operations }: Contract, handlers: AnyHandlers): void {
  const problems = [
    ...operations.flatMap((operation) => operationProblems(operation, operations, handlers)),
    ...Object.keys(handlers)
      .filter((name) => !operations.some(({ operationId }) => operationId === name))
      .map((name) => `The handler ${name} has no operation in the contract.`),
    ...schemeProblems(document.components?.securitySchemes),
    ...(Object.keys(document).includes('webhooks') ? ['The contract must not have webhooks.'] : []),
  ];
  if (problems.length > 0) throw new Error(problems.join(' '));
}

function operationProblems(
  operation: Operation,
  operations: readonly Operation[],
  handlers: AnyHandlers,
): string[] {
  const { operationId, method, path, responses, requestBody, security } = operation;
  const name = operationId ?? `${method} ${path}`;
  const isRepeated = operations.some((other) => other !== operation && isSame(other, operation));
  const refused = Object.keys(responses).filter((status) => !isResponse(status));
  return [
    ...(Object.hasOwn(handlers, operationId) ? [] : [`The operation ${name} has no handler.`]),
    ...securityProblems(name, security),
    ...(METHODS.has(method) ? [] : [`The operation ${name} must not have the method ${method}.`]),
    ...(isRepeated ? [`The operation ${name} appears twice.`] : []),
    ...refused.map((status) => `The operation ${name} must not have the status ${status}.`),
    ...(requestBody && (method === 'GET' || method === 'DELETE')
      ? [`The operation ${name} must not have a request body.`]
      : []),
  ];
}

function isResponse(status: string): boolean {
  return SUCCESSES.has(Number(status)) || /^(?:[45]\d\d|default)$/.test(status);
}

/** Whether both have one name, or one route. */
function isSame(one: Operation, other: Operation): boolean {
  if (one.operationId === other.operationId) return true;
  return one.method === other.method && routeOf(one) === routeOf(other);
}

function routeOf({ path }: Operation): string {
  return path.replaceAll(/\{[^{}]+\}/g, '{}');
}

function securityProblems(name: string, security: readonly object[]): string[] {
  if (JSON.stringify(security) === SECURITY) return [];
  if (security.every((scheme) => Object.keys(scheme).length === 0)) {
    return [`The operation ${name} has no security requirement.`];
  }
  return [`The security of the operation ${name} must be exactly ${SECURITY}.`];
}

/** Any key that is accepted is accepted everywhere, so that there can be only one scheme. */
function schemeProblems(schemes: Readonly<Record<string, object>> = {}): string[] {
  const { type, scheme }: { type?: string; scheme?: string } = schemes.apiKey ?? {};
  const others = Object.keys(schemes).filter((name) => name !== 'apiKey');
  return [
    ...(type === 'http' && scheme?.toLowerCase() === 'bearer'
      ? []
      : ['The security scheme apiKey must be of type http with scheme bearer.']),
    ...others.map((name) => `The security scheme ${name} is not supported.`),
  ];
}
