import { isObject } from './json.ts';

/*
 * Where the parts of a document were written that was made of another one: by the keys that lead
 * there in the complete contract.
 */

const keysOfParts = new WeakMap<object, readonly string[]>();

export function setWrittenKeys(part: object, keys: readonly string[]): void {
  keysOfParts.set(part, keys);
}

/** The keys of a part, if they are known; those given otherwise. */
export function writtenKeys(part: object, otherwise: readonly string[] = []): readonly string[] {
  return keysOfParts.get(part) ?? otherwise;
}

/** The keys of what lies below a part: from the last one on the way there whose keys are known. */
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
