import type { Complete } from '../../generate/complete.ts';
import { follow, isObject, keysOf } from '../../generate/json.ts';
import type { At } from './rules.ts';

/*
 * What an operation says, and what holds for every operation replaces.
 */

/** Reports what was written and is otherwise in the complete contract. */
export function reportOverwritten({ document, origins }: Complete, at: At): void {
  const { written, sources } = origins;
  visit(written, at);

  function visit(value: unknown, place: At, seen: readonly unknown[] = []) {
    const now = follow(document, place.keys);
    if (isObject(value)) {
      const target = targetOf(value.$ref);
      // What is shared is in the place of the reference, and what is beside that replaces it.
      if (isObject(target) && !seen.includes(target)) {
        visit({ ...target, ...value, $ref: target.$ref }, place, [...seen, target]);
        return;
      }
      for (const [key, part] of Object.entries(value)) visit(part, place.below(key), seen);
    } else if (!Array.isArray(value) && now !== undefined && now !== value && !isObject(now)) {
      place.report('Remove it: what holds for every operation, or a guide, replaces it.');
    }
    if (sources.overlay && place.keys.at(-1) === 'x-codeSamples') {
      place.report('Remove it: samples are made of the operation.', 'key');
    }
  }

  function targetOf($ref: unknown) {
    const isInlined = typeof $ref === 'string' && !/^#\/components\/schemas\//.test($ref);
    return isInlined ? follow(written, keysOf($ref)) : undefined;
  }
}
