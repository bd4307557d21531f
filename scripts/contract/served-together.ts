// What the contracts of major versions that are served together need of each other.

import type { Finding } from './finding.ts';
import type { Contract } from './model.ts';

/** Whether an `x-successor` names the operation of another major version: `v2.listItems`. */
export function isOfOtherVersion(successor: unknown): boolean {
  return /^v\d+\.\w+$/.test(String(successor));
}

/** Finds what contradicts the contracts that a contract is served with. */
export function wrongBesideOthers(contract: Contract, contracts: readonly Contract[]): Finding[] {
  const found = [...wrongSuccessors(contract, contracts), ...missingScopes(contract, contracts)];
  return found.map((one) => ({ ...one, rule: 'house' }));
}

/** Finds successors that no later major version has. */
function wrongSuccessors(contract: Contract, contracts: readonly Contract[]): Finding[] {
  const later = contracts.filter(({ major }) => major > contract.major);
  const names = later.flatMap(({ major, operations }) =>
    operations.map(({ operationId }) => `v${major}.${operationId}`),
  );
  return contract.operations.flatMap(({ deprecation, keys }) => {
    const { successor } = deprecation ?? {};
    if (!isOfOtherVersion(successor) || names.includes(String(successor))) return [];
    const message = `Name an operation of a later version that is served: none is ${successor}.`;
    return [{ keys: [...keys, 'x-successor'], message }];
  });
}

/** Finds the scopes of earlier major versions that a contract lacks: all share the same keys. */
function missingScopes(contract: Contract, contracts: readonly Contract[]): Finding[] {
  const earlier = contracts.filter(({ major }) => major < contract.major);
  return earlier.flatMap(({ major, scopes }) => {
    const missing = Object.keys(scopes).filter((scope) => !Object.hasOwn(contract.scopes, scope));
    return missing.map((scope) => ({
      keys: ['components', 'securitySchemes', 'apiKey', 'x-scopes'],
      message: `Keep \`${scope}\` here while v${major} is served: keys have it.`,
    }));
  });
}
