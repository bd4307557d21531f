import type { Complete } from '../generate/complete.ts';
import { follow, isObject, type Json, keysOf } from '../generate/json.ts';
import { scopesOf, scopesOfOperation } from '../generate/scopes.ts';
import { overwritten } from './overwritten.ts';
import { type Finding, wrongForm } from './subset.ts';
import { wrongUses } from './uses.ts';

/** Finds what is not supported in a contract, or contradicts itself. */
export function unsupported(complete: Complete): Finding[] {
  const { document } = complete;
  // Each relies on what the one before it checks.
  const steps = [
    () => unresolved(document, document, []),
    () => [...wrongForm(document), ...overwritten(complete)],
    () => [...undescribedScopes(document), ...wrongUses(document)],
  ];
  for (const step of steps) {
    const found = step();
    if (found.length > 0) return found;
  }
  return [];
}

const UNRESOLVED = "Can't resolve $ref: name a component that this file has.";

/** References that lead nowhere. Those to anything but schemas have been replaced. */
function unresolved(document: Json, part: unknown, keys: readonly string[]): Finding[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref } = part as Json;
  const isOfSchema = /^#\/components\/schemas\/[^/]+$/.test(String($ref));
  if (typeof $ref === 'string' && !(isOfSchema && isObject(follow(document, keysOf($ref))))) {
    return [{ keys: [...keys, '$ref'], message: UNRESOLVED, rule: 'no-unresolved-refs' }];
  }
  return Object.entries(part).flatMap(([key, one]) => unresolved(document, one, [...keys, key]));
}

/** An operation without scopes of its own has those of its tag, which have to be described as well. */
function undescribedScopes(document: Json): Finding[] {
  const described = scopesOf(document) ?? {};
  const operations = Object.entries(document.paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, one]) => ({ keys: ['paths', path, method], one })),
  );
  return operations.flatMap(({ keys, one }) =>
    scopesOfOperation(Object(one))
      .filter((scope) => !Object.hasOwn(described, scope))
      .map((scope) => ({
        keys: [...keys, 'security'],
        message: `Describe the scope ${scope} in \`x-scopes\` of the security scheme, or name another.`,
      })),
  );
}
