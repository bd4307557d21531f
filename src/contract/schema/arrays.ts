import { canonicalDecimal } from './decimals.ts';
import { equalityKey } from './equality.ts';
import type { Node } from './node.ts';
import { countOf } from './strings.ts';
import {
  type Check,
  checkAll,
  isEnough,
  join,
  type Violations,
  violation,
  within,
} from './violations.ts';

/** The keywords of an array. */
export interface ArraySchema {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/**
 * Checks what is known to be an array.
 *
 * @param areNumbers whether the items are numbers that are written as text
 */
export function arrayCheck(schema: ArraySchema, items: Node, areNumbers: boolean): Check {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems } = schema;
  const tooFew = `must have at least ${countOf(minItems, 'item')}`;
  const tooMany = `must have at most ${countOf(maxItems, 'item')}`;
  const keyOf = areNumbers ? (item: unknown) => canonicalDecimal(String(item)) : equalityKey;
  const checkItems: Check = (value, run) => {
    let found: Violations;
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      const more = items.check(item, run);
      if (!more) continue;
      found = join(found, within(index, more));
      if (found && isEnough(found, run)) break;
    }
    return found;
  };
  const checkUnique: Check = (value) => findRepeated(value as readonly unknown[], keyOf);
  const checkParts = uniqueItems ? checkAll([checkItems, checkUnique]) : checkItems;
  return (value, run) => {
    const { length } = value as readonly unknown[];
    // Before its items are looked at, which may be very many.
    if (length < minItems) return violation(tooFew);
    if (length > maxItems) return violation(tooMany);
    return checkParts(value, run);
  };
}

/** In linear time, since a client may send thousands of items. */
function findRepeated(list: readonly unknown[], keyOf: (item: unknown) => string): Violations {
  const seen = new Set<string>();
  for (const item of list) {
    const key = keyOf(item);
    if (seen.has(key)) return violation('must not contain an item twice');
    seen.add(key);
  }
  return undefined;
}
