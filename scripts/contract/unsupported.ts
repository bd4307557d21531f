import type { Complete } from '../generate/complete.ts';
import { follow, isObject, type Json, keysOf } from '../generate/json.ts';
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
    () => wrongUses(document),
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
