import type { Complete } from '../generate/complete.ts';
import { follow, isObject, keysOf } from '../generate/json.ts';
import type { Finding } from './subset.ts';

const MESSAGE = 'Remove it: what holds for every operation, or a guide, replaces it.';

/** What was written, and is otherwise in the complete contract. */
export function overwritten({ document, origins: { written } }: Complete): Finding[] {
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
      found.push({ keys, message: MESSAGE });
    }
  }

  function targetOf($ref: unknown) {
    const isInlined = typeof $ref === 'string' && !/^#\/components\/schemas\//.test($ref);
    return isInlined ? follow(written, keysOf($ref)) : undefined;
  }
}
