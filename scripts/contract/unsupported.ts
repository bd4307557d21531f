import type { Complete } from './complete.ts';
import { follow, isObject, type Json, keysOf } from './json.ts';
import { basePathOf, operationsOf } from './operations.ts';
import { scopesOf, scopesOfOperation } from './scopes.ts';
import { type Finding, wrongForm } from './subset.ts';
import { wrongUses } from './uses.ts';

/** Finds what is not supported in a contract, or contradicts itself. */
export function unsupported(complete: Complete): Finding[] {
  const { document } = complete;
  // Each relies on what the one before it checks.
  const nowhere = unresolved(document, document, []);
  if (nowhere.length > 0) return nowhere;
  const found = [...wrongForm(document), ...overwritten(complete)];
  return found.length > 0 ? found : [...undescribedScopes(document), ...wrongUses(document)];
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

const OVERWRITTEN = 'Remove it: what holds for every operation, or a guide, replaces it.';

/** What was written, and is otherwise in the complete contract. */
function overwritten({ document, origins: { written } }: Complete): Finding[] {
  const found: Finding[] = [];
  visit(written, [], []);
  return found;

  function visit(value: unknown, keys: readonly string[], seen: readonly unknown[]) {
    const now = follow(document, keys);
    if (isObject(value)) {
      const target = targetOf(value.$ref);
      // What is shared is in the place of the reference, and what is beside that replaces it.
      if (isObject(target) && !seen.includes(target)) {
        visit({ ...target, ...value, $ref: target.$ref }, keys, [...seen, target]);
        return;
      }
      for (const [key, part] of Object.entries(value)) visit(part, [...keys, key], seen);
    } else if (!Array.isArray(value) && now !== undefined && now !== value && !isObject(now)) {
      found.push({ keys, message: OVERWRITTEN });
    }
  }

  function targetOf($ref: unknown) {
    const isInlined = typeof $ref === 'string' && !/^#\/components\/schemas\//.test($ref);
    return isInlined ? follow(written, keysOf($ref)) : undefined;
  }
}

/** An operation without scopes of its own has those of its tag, which have to be described as well. */
function undescribedScopes(document: Json): Finding[] {
  const described = scopesOf(document);
  return operationsOf(document).flatMap(({ written, path, method }) =>
    scopesOfOperation(written)
      .filter((scope) => !Object.hasOwn(described, scope))
      .map((scope) => ({
        keys: ['paths', path.slice(basePathOf(document).length), method, 'security'],
        message: `Describe the scope ${scope} in \`x-scopes\` of the security scheme, or name another.`,
      })),
  );
}
