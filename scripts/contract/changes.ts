import { isDeepStrictEqual } from 'node:util';
import { followsKeyword, kindOf, type RatedChange, SCOPES } from './change-kinds.ts';
import { completeContract, type Describe } from './complete.ts';
import { follow, isObject, type Json, keysOf, pointerOf } from './json.ts';
import { findPlaces } from './places.ts';
import { runRedocly } from './redocly.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * What has changed between two contracts, from the client's point of view.
 */

export interface Change {
  readonly kind: 'breaking' | 'additive' | 'documentation' | 'excused';
  /** The line of the newer contract, or of the older one for what was removed. */
  readonly place: string;
  readonly text: string;
}

/** By `contract:lint`, a complete contract has these. */
interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Json>>;
}

/**
 * Compares two files: each the operations of a contract, or a complete one.
 *
 * @param today the day from which a sunset counts as passed, such as `2030-12-05`
 * @returns the changes, and the versions that the contracts give themselves
 */
export async function compareContracts(
  older: string,
  newer: string,
  today: string,
  describe?: Describe,
): Promise<{ changes: Change[]; from: string; to: string }> {
  const complete = [
    await completeContract(older, describe),
    await completeContract(newer, describe),
  ] as const;
  const [before, after] = complete.map(contractOf) as [Contract, Contract];
  const [inOlder, inNewer] = [findPlaces(complete[0]), findPlaces(complete[1])];
  const excused = excusedOperations(before, after, today);
  const rated = await rate(without(excused, before), without(excused, after));
  const changes: Change[] = [
    ...rated.map((change) => {
      const { path, base, revision, property = '' } = change;
      // Where the property is absent, this leads to what lacks it.
      const place = revision
        ? inNewer(`${revision.pointer}/${property}`)
        : inOlder(base?.pointer ?? path);
      return { kind: kindOf(change), place, text: `${readable(path)}: ${messageOf(change)}` };
    }),
    ...excused.map(({ keys, isGone, why }): Change => {
      const pointer = pointerOf(keys);
      const place = isGone ? inOlder(pointer) : inNewer(pointer);
      return { kind: 'excused', place, text: `${readable(pointer)}: ${why}` };
    }),
  ];
  return { changes: eachOnce(changes), from: before.info.version, to: after.info.version };
}

/** Every operation asks for the same key, whether it says so itself or not. Only its scopes can differ. */
function contractOf({ document }: { readonly document: object }): Contract {
  const hasKeywords = (part: unknown) => Object(part).operationId !== undefined;
  const text = JSON.stringify(document, (_key, part) => {
    if (!hasKeywords(part)) return part;
    const scopes = scopesOfOperation(part).sort().join(' ');
    return { ...part, security: undefined, [SCOPES]: scopes || undefined };
  });
  return JSON.parse(text);
}

/** The operations that have changed, and bind nobody. */
function excusedOperations(older: Contract, newer: Contract, today: string) {
  return Object.entries(older.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const now = newer.paths[path]?.[method];
      const why = excuseOf(operation, now, today);
      return why ? [{ keys: ['paths', path, method] as const, why, isGone: !now }] : [];
    }),
  );
}

/** What was experimental may change, and what has reached its sunset may go. */
function excuseOf(operation: Json, now: Json | undefined, today: string): string | undefined {
  if (isDeepStrictEqual(operation, now)) return undefined;
  if (operation['x-stability'] === 'experimental') return 'It was experimental.';
  const isOver = !now && String(operation['x-sunset'] ?? '9999') <= today;
  return isOver ? 'Its sunset has passed.' : undefined;
}

/** A contract without these operations, and without a path that has no others. */
function without(excused: ReturnType<typeof excusedOperations>, contract: Contract): Contract {
  const paths = structuredClone(contract.paths);
  for (const { keys } of excused) {
    const [, path, method] = keys;
    const { [method]: _, ...others } = paths[path] ?? {};
    paths[path] = others;
    if (!Object.values(others).some(isObject)) delete paths[path];
  }
  return { ...contract, paths };
}

/** The changes that Redocly finds. */
async function rate(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const [report] = (await runRedocly('diff', [older, newer])) as { changes: RatedChange[] }[];
  const isDeprecated = (one: Contract, keys: readonly string[]) =>
    Object(follow(one, keys)).deprecated === true;
  const hasTurned = (keys: readonly string[]) =>
    isDeprecated(older, keys) !== isDeprecated(newer, keys);
  return (report?.changes ?? []).filter(({ path }) => !followsKeyword(path, hasTurned));
}

/** What is written once and stands in several operations is listed once. */
function eachOnce(changes: readonly Change[]): Change[] {
  const idOf = ({ kind, place, text }: Change) =>
    [kind, place, text.replace(/^.*?: /, '')].join(' ');
  return [...new Map(changes.map((change) => [idOf(change), change])).values()];
}

/** The longest values that are shown. */
const SHOWN_CHARACTERS = 60;

function messageOf({ verdicts, kind, property, base, revision }: RatedChange): string {
  if (verdicts.length > 0) return verdicts.map(({ message }) => message).join(' ');
  if (property === undefined) return `${kind}.`;
  const values = [base, revision].map((side) => JSON.stringify(side?.value) ?? 'nothing');
  const fits = values.every(({ length }) => length <= SHOWN_CHARACTERS);
  return `${property} ${kind}${fits ? ` from ${values.join(' to ')}` : ''}.`;
}

/** `#/paths/~1pets/get/parameters/0` as `GET /pets parameters/0`. */
function readable(pointer: string): string {
  const keys = keysOf(pointer);
  if (keys[0] !== 'paths') return keys.join('/');
  const [, path = '', method = '', ...rest] = keys;
  return `${method.toUpperCase()} ${path} ${rest.join('/')}`.trim();
}
