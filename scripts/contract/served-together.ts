// What the contracts of major versions that are served together need of each other.

import type { Finding } from './finding.ts';
import { asObject, type Json } from './json.ts';
import { operationsOf } from './operations.ts';
import { scopesOf } from './scopes.ts';

/** Whether an `x-successor` names the operation of another major version: `v2.listItems`. */
export function isOfOtherVersion(successor: unknown): boolean {
  return /^v\d+\.\w+$/.test(String(successor));
}

/** Finds what contradicts the contracts that a contract is served with. */
export function wrongBesideOthers(document: Json, documents: readonly Json[]): Finding[] {
  const found = [...wrongSuccessors(document, documents), ...missingScopes(document, documents)];
  return found.map((one) => ({ ...one, rule: 'house' }));
}

/** Finds successors that no later major version has. */
function wrongSuccessors(document: Json, documents: readonly Json[]): Finding[] {
  const later = documents.filter((other) => majorOf(other) > majorOf(document));
  const names = later.flatMap((other) =>
    operationsOf(other).map(({ operation }) => `v${majorOf(other)}.${operation.operationId}`),
  );
  return operationsOf(document).flatMap(({ written, keys }) => {
    const { 'x-successor': successor } = written;
    if (!isOfOtherVersion(successor) || names.includes(String(successor))) return [];
    const message = `Name an operation of a later version that is served: none is ${successor}.`;
    return [{ keys: [...keys, 'x-successor'], message }];
  });
}

/** Finds the scopes of earlier major versions that a contract lacks: all share the same keys. */
function missingScopes(document: Json, documents: readonly Json[]): Finding[] {
  const own = Object.keys(scopesOf(document));
  const earlier = documents.filter((other) => majorOf(other) < majorOf(document));
  return earlier.flatMap((other) => {
    const missing = Object.keys(scopesOf(other)).filter((scope) => !own.includes(scope));
    return missing.map((scope) => ({
      keys: ['components', 'securitySchemes', 'apiKey', 'x-scopes'],
      message: `Keep \`${scope}\` here while v${majorOf(other)} is served: keys have it.`,
    }));
  });
}

function majorOf({ info }: Json): number {
  return Number(String(asObject(info).version).split('.', 1)[0]);
}
