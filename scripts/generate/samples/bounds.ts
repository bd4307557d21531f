import type { Json } from '../json.ts';

/** The strictest of a bound in several schemas; where none of them has it, what is usual. */
export function bound(
  parts: readonly Json[],
  keyword: string,
  strictest: (...values: number[]) => number,
  usual: number,
): number {
  const values = parts.map((part) => part[keyword]).filter((value) => typeof value === 'number');
  return strictest(usual, ...values);
}
