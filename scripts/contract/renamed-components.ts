// Components that a newer contract lacks, although a place that referred to them is still there:
// code that was generated from the older contract has their names.

import { branchesOf } from './branches.ts';
import { isObject, type Json } from './json.ts';
import { parameterKey, schemasOf } from './operations.ts';
import { isComponent, listOf, referredName } from './schemas.ts';

/** What is in the place of a component: another one, a schema without a name, or one of several. */
type Successor = { readonly name: string } | 'written here' | 'one of several';

/** The components that are gone, and what to say of each. Walks through both contracts at once. */
export function renamedComponents(older: Json, newer: Json): { name: string; says: string }[] {
  const [old, now] = [schemasOf(older), schemasOf(newer)];
  const successors = new Map<string, Successor[]>();
  const visited = new WeakMap<object, WeakSet<object>>();
  visit(older.paths, newer.paths);
  const gone = Object.keys(old).filter((name) => !Object.hasOwn(now, name));
  return gone.flatMap((name) => {
    const found = successors.get(name);
    return found ? [{ name, says: whatBecame(found) }] : [];
  });

  function visit(one: unknown, other: unknown): void {
    if (!isPart(one) || !isPart(other) || isKnown(one, other)) return;
    const [name, newName] = [componentIn(one), componentIn(other)];
    if (name !== undefined) {
      note(name, newName === undefined ? 'written here' : { name: newName });
    }
    if (name !== undefined || newName !== undefined) {
      visit(name === undefined ? one : old[name], newName === undefined ? other : now[newName]);
      return;
    }
    for (const [part, otherPart] of pairsOf(one, other)) visit(part, otherPart);
  }

  function isKnown(one: object, other: object): boolean {
    const known = visited.get(one) ?? new WeakSet();
    visited.set(one, known);
    if (known.has(other)) return true;
    known.add(other);
    return false;
  }

  function note(name: string, successor: Successor): void {
    successors.set(name, [...(successors.get(name) ?? []), successor]);
  }

  function pairsOf(one: Json, other: Json): [unknown, unknown][] {
    const others = new Map(Object.entries(other).map(([key, part]) => [placeOf(key, part), part]));
    return Object.entries(one).flatMap(([key, part]): [unknown, unknown][] => {
      const otherPart = others.get(placeOf(key, part));
      if (key === 'example' || key === 'examples') return [];
      if (!LISTS.includes(key) || !Array.isArray(part)) return [[part, otherPart]];
      if (key === 'allOf') return inOrder(part, listOf(otherPart));
      return pairsOfBranches(one, other);
    });
  }

  /** The branches of two unions: those with a value in common, and then those that are left. */
  function pairsOfBranches(one: Json, other: Json): [unknown, unknown][] {
    const { tag, branches } = branchesOf(one, old);
    const added = new Set(branchesOf(other, now).branches);
    const left: unknown[] = [];
    const pairs = branches.flatMap(({ written, values }): [unknown, unknown][] => {
      const same = [...added].find((branch) =>
        branch.values.some((value) => values.includes(value)),
      );
      if (!same) left.push(written);
      if (same) added.delete(same);
      return same ? [[written, same.written]] : [];
    });
    // A branch whose values are gone has no successor.
    if (tag !== undefined) return pairs;
    return [
      ...pairs,
      ...inOrder(
        left,
        [...added].map(({ written }) => written),
      ),
    ];
  }

  /**
   * Parts by their place, unless some have come or gone: then nothing shows which belong together.
   */
  function inOrder(parts: readonly unknown[], others: readonly unknown[]): [unknown, unknown][] {
    if (parts.length === others.length) return parts.map((part, index) => [part, others[index]]);
    const own = parts.map(componentIn);
    const names = others.map(componentIn);
    const areAdded = names.some((name) => name === undefined || !own.includes(name));
    return parts.flatMap((part, index): [unknown, unknown][] => {
      const name = own[index];
      const same = name === undefined ? -1 : names.indexOf(name);
      if (same !== -1) return [[part, others[same]]];
      if (name !== undefined && areAdded) note(name, 'one of several');
      return [];
    });
  }
}

function whatBecame(successors: readonly Successor[]): string {
  const named = successors.find((one) => typeof one === 'object');
  if (named) return `is now \`${named.name}\`.`;
  return successors.includes('written here')
    ? 'is now written where it is used.'
    : 'is gone, and nothing shows which schema is now in its place.';
}

const LISTS = ['allOf', 'anyOf', 'oneOf'];

function isPart(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function componentIn(value: unknown): string | undefined {
  const { $ref } = isObject(value) ? value : {};
  return typeof $ref === 'string' && isComponent($ref) ? referredName({ $ref }) : undefined;
}

/** Parameters have their names, and paths have none. */
function placeOf(key: string, part: unknown): string {
  const { in: place } = isObject(part) ? part : {};
  return place === undefined ? key.replace(/\{[^}]*\}/g, '{}') : parameterKey(part);
}
