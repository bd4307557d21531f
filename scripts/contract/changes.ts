import { isDeepStrictEqual } from 'node:util';
import { earliestSunset, followsKeyword, kindOf, type RatedChange } from './change-kinds.ts';
import { alignUnions, type Comparable, comparable, SCOPES } from './comparable.ts';
import { type Complete, completeContract, type Describe } from './complete.ts';
import { follow, isObject, type Json, keysOf, pointerOf } from './json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { writtenKeys } from './plain-schemas.ts';
import { runRedocly } from './redocly.ts';
import { scopesOfOperation } from './scopes.ts';

/*
 * What has changed between two contracts, from the client's point of view.
 */

export interface Change {
  readonly kind: 'breaking' | 'additive' | 'documentation' | 'excused';
  /** The line of the newer contract, or of the older one for what was removed. */
  readonly place: string;
  /** The part that has changed, such as `GET /pets parameters/0`. */
  readonly where: string;
  readonly says: string;
}

/** By `contract:lint`, a complete contract has these. */
interface Contract {
  readonly info: { readonly version: string; readonly 'x-notice'?: Record<string, number> };
  readonly paths: Record<string, Record<string, Json>>;
}

/** A contract that is compared. */
interface Compared {
  readonly contract: Contract;
  readonly placeOf: PlaceOf;
  /** The scopes of an operation, as its author wrote them. */
  readonly scopesAt: (pointer: string) => string;
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
  const [one, other] = [comparable(complete[0].document), comparable(complete[1].document)];
  alignUnions(one, other);
  const [before, after] = [compared(complete[0], one), compared(complete[1], other)];
  const excused = excusedOperations(before.contract, after.contract, today);
  const rated = await rate(without(excused, before.contract), without(excused, after.contract));
  const changes: Change[] = [
    ...rated.map((change) => {
      const { path, base, revision, property = '' } = change;
      // Where the property is absent, this leads to what lacks it.
      const place = revision
        ? after.placeOf(`${revision.pointer}/${property}`)
        : before.placeOf(base?.pointer ?? path);
      const kind = kindOf(change, after.contract, today);
      const says = [messageOf(change, before, after)];
      if (property === 'x-sunset' && kind === 'breaking') {
        says.push(`Write "${earliestSunset(change, after.contract, today)}" or a later day.`);
      }
      return { kind, place, where: readable(path), says: says.join(' ') };
    }),
    ...excused.map(({ keys, isGone, why }): Change => {
      const pointer = pointerOf(keys);
      const place = (isGone ? before : after).placeOf(pointer);
      return { kind: 'excused', place, where: readable(pointer), says: why };
    }),
  ];
  const [from, to] = [before.contract.info.version, after.contract.info.version];
  return { changes: eachOnce(changes), from, to };
}

function compared(complete: Complete, { document, places }: Comparable): Compared {
  const find = findPlaces(complete);
  return {
    // A contract has these, or lint has refused it.
    contract: document as unknown as Contract,
    placeOf: (pointer) => {
      const keys = keysOf(pointer).map((key) => (key === SCOPES ? 'security' : key));
      return find(pointerOf(writtenKeys(keys, document, places)));
    },
    scopesAt: (pointer) => {
      const operation = follow(complete.document, keysOf(pointer).slice(0, 3));
      const scopes = scopesOfOperation(Object(operation)).map((scope) => `\`${scope}\``);
      return scopes.join(', ') || 'nothing';
    },
  };
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
  const has = (one: Contract, keys: readonly string[], keyword: string) =>
    Boolean(Object(follow(one, keys))[keyword]);
  const hasTurned = (keys: readonly string[], keyword: string) =>
    has(older, keys, keyword) !== has(newer, keys, keyword);
  return (report?.changes ?? []).filter(
    (change) => !followsKeyword(change.path, hasTurned) && !isOfComponent(change),
  );
}

/** Whether it is of a schema where that has its name: it is listed where the schema is used. */
function isOfComponent({ path, property = 'key' }: RatedChange): boolean {
  const [, kind, , ...below] = keysOf(path);
  return kind === 'schemas' && (below.length > 0 || property !== 'key');
}

/** What is written once and stands in several operations is listed once. */
function eachOnce(changes: readonly Change[]): Change[] {
  const idOf = ({ kind, place, says }: Change) => [kind, place, says].join(' ');
  return [...new Map(changes.map((change) => [idOf(change), change])).values()];
}

/** The longest values that are shown. */
const SHOWN_CHARACTERS = 60;

function messageOf(change: RatedChange, before: Compared, after: Compared): string {
  const { path, verdicts, kind, property, base, revision } = change;
  if (property === SCOPES) {
    return `\`security\` modified from ${before.scopesAt(path)} to ${after.scopesAt(path)}.`;
  }
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
