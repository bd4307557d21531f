import type { Complete } from './complete.ts';
import { INLINED } from './inline.ts';
import { follow, isObject, type Json, keysOf } from './json.ts';
import type { Finding } from './subset.ts';

const UNUSED = 'Remove it, or refer to it: nothing does.';

/**
 * Finds the components that nothing refers to, and those that are none: what is not put anywhere would
 * not be looked at. Schemas stay in the complete contract, where another rule sees them.
 */
export function unusedComponents({ origins: { written, sources } }: Complete): Finding[] {
  const { components, ...others } = written;
  const used = referredFrom([others, sources.overlay?.data], written);
  return INLINED.flatMap((kind) => {
    const all = Object(components)[kind];
    const keys = ['components', kind];
    if (all !== undefined && !isObject(all))
      return [{ keys, message: 'Write keys and values here.' }];
    const unused = Object.keys(Object(all)).filter((name) => !used.has([...keys, name].join(' ')));
    return unused.map((name) => ({ keys: [...keys, name], message: UNUSED }));
  });
}

/** The components that some values refer to, and those that these refer to: their keys with spaces between. */
function referredFrom(value: unknown, written: Json, found = new Set<string>()) {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref } = value as Json;
  const keys = typeof $ref === 'string' ? keysOf($ref).slice(0, 3) : [];
  const id = keys.join(' ');
  if (keys[0] === 'components' && !found.has(id)) {
    found.add(id);
    referredFrom(follow(written, keys), written, found);
  }
  for (const part of Object.values(value)) referredFrom(part, written, found);
  return found;
}
