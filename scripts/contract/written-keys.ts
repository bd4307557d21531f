// The places of parts that were derived from the complete contract, as the keys that lead to the
// original part there.

import { isObject } from './json.ts';
import { KEYS } from './model.ts';

const keysOfParts = new WeakMap<object, readonly string[]>();

export function setWrittenKeys(part: object, keys: readonly string[]): void {
  keysOfParts.set(part, keys);
}

/** The keys of a part if they are known, or else the default. Schemas have their own. */
export function writtenKeys(part: object, byDefault: readonly string[] = []): readonly string[] {
  const ofSchema = (part as { readonly [KEYS]?: readonly string[] })[KEYS];
  return ofSchema ?? keysOfParts.get(part) ?? byDefault;
}

/** The keys of a part below another, beginning with the deepest part whose keys are known. */
export function writtenKeysBelow(start: object, keys: readonly string[]): readonly string[] {
  let part: unknown = start;
  let found = writtenKeys(start);
  for (const key of keys) {
    part =
      isObject(part) || Array.isArray(part) ? (part as Record<string, unknown>)[key] : undefined;
    const below = [...found, key];
    found = typeof part === 'object' && part !== null ? writtenKeys(part, below) : below;
  }
  return found;
}
