import { isDeepStrictEqual } from 'node:util';
import { earliestSunset, followsKeyword, kindOf, type RatedChange } from './change-kinds.ts';
import { alignUnions, comparable, SCOPES } from './comparable.ts';
import { type Complete, completeContract, type Describe } from './complete-contract.ts';
import { asObject, follow, isObject, type Json, keysOf, mapValues, pointerOf } from './json.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';
import { scopesOfOperation } from './scopes.ts';
import { writtenKeysBelow } from './written-keys.ts';

/*
 * What has changed between two contracts, from the client's point of view.
 */

export interface Change {
  readonly kind: 'breaking' | 'additive' | 'documentation' | 'excused';
  /** The place in the newer contract, or in the older one if the part was removed. */
  readonly place: string;
  /** The part that has changed, such as `GET /pets parameters/0`. */
  readonly where: string;
  readonly says: string;
}

/** The parts that `contract:lint` makes sure of. */
interface Contract extends Json {
  readonly info: { readonly version: string; readonly 'x-notice'?: Record<string, number> };
  readonly paths: Record<string, Record<string, Json>>;
}

/** A contract in the form that is compared. */
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
 * @returns the changes, and `info.version` of both contracts
 */
export async function compareContracts(
  older: string,
  newer: string,
  today: string,
  describe?: Describe,
): Promise<{ changes: Change[]; from: string; to: string }> {
  const before = compared(await completeContract(older, describe));
  const after = compared(await completeContract(newer, describe));
  alignUnions(before.contract, after.contract);
  const excused = excusedOperations(before.contract, after.contract, today);
  const rated = await ratedChanges(
    withoutExcused(excused, before.contract),
    withoutExcused(excused, after.contract),
  );
  const changes = [
    ...rated.map((change) => asChange(change, before, after, today)),
    ...excused.map(({ keys, isGone, why }): Change => {
      const pointer = pointerOf(keys);
      const place = (isGone ? before : after).placeOf(pointer);
      return { kind: 'excused', place, where: readable(pointer), says: why };
    }),
  ];
  const from = before.contract.info.version;
  const to = after.contract.info.version;
  return { changes: eachOnce(changes), from, to };
}

function compared(complete: Complete): Compared {
  const find = findPlaces(complete);
  // Lint rejects contracts of another form.
  const contract = comparable(complete.document) as Contract;
  return {
    contract,
    placeOf: (pointer) => {
      const keys = keysOf(pointer).map((key) => (key === SCOPES ? 'security' : key));
      return find(pointerOf(writtenKeysBelow(contract, keys)));
    },
    scopesAt: (pointer) => {
      const operation = follow(complete.document, keysOf(pointer).slice(0, 3));
      const scopes = scopesOfOperation(asObject(operation)).map((scope) => `\`${scope}\``);
      return scopes.join(', ') || 'nothing';
    },
  };
}

/** An operation whose changes break no promise. */
interface Excused {
  readonly keys: readonly ['paths', path: string, method: string];
  readonly why: string;
  readonly isGone: boolean;
}

function excusedOperations(older: Contract, newer: Contract, today: string): Excused[] {
  return Object.entries(older.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]): Excused[] => {
      const now = newer.paths[path]?.[method];
      const why = excuseOf(operation, now, today);
      return why ? [{ keys: ['paths', path, method], why, isGone: !now }] : [];
    }),
  );
}

/** Why an operation may change: it was experimental, or was removed after its sunset. */
function excuseOf(operation: Json, now: Json | undefined, today: string): string | undefined {
  if (isDeepStrictEqual(operation, now)) return undefined;
  if (operation['x-stability'] === 'experimental') return 'It was experimental.';
  const isOver = !now && String(operation['x-sunset'] ?? '9999') <= today;
  return isOver ? 'Its sunset has passed.' : undefined;
}

/** A contract without excused operations, and without the paths that have no other operation. */
function withoutExcused(excused: readonly Excused[], contract: Contract): Contract {
  const paths = mapValues(contract.paths, (item) => ({ ...asObject(item) }));
  for (const { keys } of excused) {
    const [, path, method] = keys;
    const item = asObject(paths[path]);
    delete item[method];
    if (!Object.values(item).some(isObject)) delete paths[path];
  }
  return { ...contract, paths: paths as Contract['paths'] };
}

/** The changes that Redocly finds. */
async function ratedChanges(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const [report] = await runRedocly('diff', [older, newer]);
  const { changes } = report as { changes: RatedChange[] };
  const has = (contract: Contract, keys: readonly string[], keyword: string) =>
    Boolean(asObject(follow(contract, keys))[keyword]);
  const isToggled = (keys: readonly string[], keyword: string) =>
    has(older, keys, keyword) !== has(newer, keys, keyword);
  return changes.filter(
    (change) => !followsKeyword(change.path, isToggled) && !isWithinComponent(change),
  );
}

/** Whether a change is within a component, and therefore listed where the component is used. */
function isWithinComponent({ path, property = 'key' }: RatedChange): boolean {
  const [, kind, , ...below] = keysOf(path);
  return kind === 'schemas' && (below.length > 0 || property !== 'key');
}

function asChange(change: RatedChange, before: Compared, after: Compared, today: string): Change {
  const { path, base, revision, property = '' } = change;
  // If the property is absent, this is the place of the object that lacks the property.
  const place = revision
    ? after.placeOf(`${revision.pointer}/${property}`)
    : before.placeOf(base?.pointer ?? path);
  const kind = kindOf(change, after.contract, today);
  const message = messageOf(change, before, after);
  const isTooSoon = property === 'x-sunset' && kind === 'breaking';
  const earliest = isTooSoon && earliestSunset(change, after.contract, today);
  const says = earliest ? `${message} Write "${earliest}" or a later day.` : message;
  return { kind, place, where: readable(path), says };
}

/** Lists a change once, even if it concerns several operations. */
function eachOnce(changes: readonly Change[]): Change[] {
  const idOf = ({ kind, place, says }: Change) => [kind, place, says].join(' ');
  return [...new Map(changes.map((change) => [idOf(change), change])).values()];
}

/** Values are shown up to this length. */
const SHOWN_CHARACTERS = 60;

function messageOf(change: RatedChange, before: Compared, after: Compared): string {
  const { path, verdicts, kind, property, base, revision } = change;
  if (property === SCOPES) {
    return `\`security\` modified from ${before.scopesAt(path)} to ${after.scopesAt(path)}.`;
  }
  if (verdicts.length > 0) return verdicts.map(({ message }) => message).join(' ');
  if (property === undefined) return `${kind}.`;
  const values = [base, revision].map((side) => JSON.stringify(side?.value) ?? 'nothing');
  const areShort = values.every(({ length }) => length <= SHOWN_CHARACTERS);
  return areShort ? `${property} ${kind} from ${values.join(' to ')}.` : `${property} ${kind}.`;
}

/** `#/paths/~1pets/get/parameters/0` as `GET /pets parameters/0`. */
function readable(pointer: string): string {
  const keys = keysOf(pointer);
  if (keys[0] !== 'paths') return keys.join('/');
  const [, path = '', method = '', ...rest] = keys;
  return `${method.toUpperCase()} ${path} ${rest.join('/')}`.trim();
}
