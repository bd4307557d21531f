import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, keysOf, pointerOf } from '../generate/json.ts';

/** By `contract:lint`, a complete contract has these. */
export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** An operation that has changed, and binds nobody. */
export interface Excused {
  /** A JSON pointer. */
  readonly pointer: string;
  readonly why: string;
  readonly isGone: boolean;
}

/** What was experimental may change, and what has reached its sunset may go. */
export function excusedOperations(older: Contract, newer: Contract, today: string): Excused[] {
  return Object.entries(older.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const now = newer.paths[path]?.[method];
      const isGone = now === undefined;
      const isExperimental = operation['x-stability'] === 'experimental';
      const isOver = isGone && String(operation['x-sunset'] ?? '9999') <= today;
      if (isDeepStrictEqual(operation, now) || !(isExperimental || isOver)) return [];
      const why = isExperimental ? 'It was experimental.' : 'Its sunset has passed.';
      return [{ pointer: pointerOf(['paths', path, method]), why, isGone }];
    }),
  );
}

/** A contract without these operations, and without a path that has no others. */
export function without(excused: readonly Excused[], contract: Contract): Contract {
  const paths = structuredClone(contract.paths) as Record<string, Record<string, unknown>>;
  for (const { pointer } of excused) {
    const [, path = '', method = ''] = keysOf(pointer);
    delete paths[path]?.[method];
    const others = Object.values(paths[path] ?? {});
    if (!others.some((one) => isObject(one))) delete paths[path];
  }
  return { ...contract, paths: paths as Contract['paths'] };
}
