// What has changed between two contracts, from the client's point of view.

import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './change-rules.ts';
import { changedOperations } from './changed-operations.ts';
import { comparable } from './comparable.ts';
import { type Complete, completeContract, type Describe } from './complete-contract.ts';
import {
  type At,
  changedNotes,
  type Difference,
  difference,
  modified,
  removal,
} from './differences.ts';
import { asObject, follow, isObject, type Json, pointerOf } from './json.ts';
import { keyOf, schemasOf } from './operations.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { listOf, referredName } from './schemas.ts';
import { writtenKeysBelow } from './written-keys.ts';

export interface Change {
  readonly kind: Verdict | 'excused';
  /** The rule that rates the change, such as `request-field-removed`. */
  readonly rule: string;
  /** The place in the newer contract, or in the older one if the part was removed. */
  readonly place: string;
  /** The part that has changed, such as `GET /pets query status`. */
  readonly where: string;
  readonly says: string;
  /** The stability of the operation in the older contract; undefined for other parts. */
  readonly stability: string | undefined;
}

/** The parts that `contract:lint` makes sure of. */
interface Contract extends Json {
  readonly info: { readonly version: string; readonly 'x-notice'?: Notice };
  readonly paths: Record<string, Record<string, Json>>;
}

/** How many days an operation is announced to end, by its stability. */
export type Notice = Readonly<Record<string, number>>;

/** A contract in the form that is compared. */
interface Compared {
  readonly contract: Contract;
  readonly document: Json;
  readonly placeOf: PlaceOf;
}

/**
 * Compares two files: each the operations of a contract, or a complete one.
 *
 * @param today the day from which a sunset counts as passed, such as `2030-12-05`
 * @returns the changes, `info.version` of both contracts, and the notice that clients have
 * @throws if a file has no version, and so is no contract
 */
export async function compareContracts(
  older: string,
  newer: string,
  today: string,
  describe?: Describe,
): Promise<{ changes: Change[]; from: string; to: string; notice: Notice }> {
  const before = compared(older, await completeContract(older, describe));
  const after = compared(newer, await completeContract(newer, describe));
  const notice = longerNotice(before.contract.info['x-notice'], after.contract.info['x-notice']);
  const stabilities = new Map<string, string>();
  const differences = [
    ...changedDocument(before.contract, after.contract, today),
    ...matchedOperations(before.contract, after.contract).flatMap((pair) => {
      const { old, where } = pair;
      if (old) stabilities.set(where.join(' '), String(old.operation['x-stability']));
      return changedPair(pair, notice, today);
    }),
    ...renamedComponents(before.document, after.document),
  ];
  const changes = differences.map(({ verdict, rule, says, where, keys, isRemoved }): Change => {
    const { contract, placeOf } = isRemoved ? before : after;
    const place = placeOf(pointerOf(writtenKeysBelow(contract, keys)));
    const stability = stabilities.get(where.slice(0, 2).join(' '));
    return { kind: verdict, rule, place, where: where.join(' '), says, stability };
  });
  const from = before.contract.info.version;
  return { changes: eachOnce(changes, notice), from, to: after.contract.info.version, notice };
}

/** The notice that was promised, or that is promised from now on, whichever is longer. */
function longerNotice(before: Notice = {}, after: Notice = {}): Notice {
  const all = Object.entries({ ...before, ...after });
  const longer = all.map(([stability, days]) => [
    stability,
    Math.max(days, before[stability] ?? 0),
  ]);
  return Object.fromEntries(longer);
}

function compared(file: string, complete: Complete): Compared {
  const { document } = complete;
  if (asObject(document.info).version === undefined) {
    throw new Error(
      `${file}: \`info.version\` is missing. See what contract:lint says of the file.`,
    );
  }
  // Lint rejects contracts of another form.
  const contract = comparable(document) as Contract;
  return { contract, document, placeOf: findPlaces(complete) };
}

function changedDocument(older: Contract, newer: Contract, today: string): Difference[] {
  const at = (...keys: string[]): At => {
    return { where: keys, before: keys, after: keys, today, earliestSunset: today };
  };
  return [
    ...changedServers(older, newer, at('servers')),
    ...changedNotes(older.info, newer.info, at('info')),
    ...changedNotice(older.info['x-notice'], newer.info['x-notice'], at('info', 'x-notice')),
    ...textsOf(older, newer).map((keys) => difference(at(...keys), 'text-changed', 'modified.')),
  ];
}

/** The parts of a document that only people read. */
function textsOf(older: Contract, newer: Contract): string[][] {
  const parts = [
    ['tags'],
    ['info', 'contact'],
    ['info', 'license'],
    ['info', 'termsOfService'],
    // The texts of scopes, too. Operations have rules of their own for the scopes they require.
    ['components', 'securitySchemes'],
  ];
  return parts.filter((keys) => !isDeepStrictEqual(follow(older, keys), follow(newer, keys)));
}

function changedServers(older: Contract, newer: Contract, at: At): Difference[] {
  const [old, now] = [older, newer].map(({ servers }) =>
    listOf(servers).map((server) => String(asObject(server).url)),
  );
  if (isDeepStrictEqual(old, now)) return [];
  const list = (urls: readonly string[] = []) => urls.map((url) => `\`${url}\``).join(', ');
  const isKept = old?.[0] === now?.[0] && old?.every((url) => now?.includes(url));
  const rule = isKept ? 'server-added' : 'server-changed';
  return [difference(at, rule, `Server ${list(old)} became ${list(now)}.`)];
}

function changedNotice(before: Notice = {}, after: Notice = {}, at: At): Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((stability) => {
    const [old, now] = [before[stability], after[stability]];
    if (old === now) return [];
    const rule = (now ?? 0) < (old ?? 0) ? 'notice-shortened' : 'notice-extended';
    return [difference(at, rule, modified(stability, old, now))];
  });
}

interface OperationAt {
  readonly operation: Json;
  readonly keys: readonly string[];
}

interface OperationPair {
  readonly where: readonly string[];
  readonly old: OperationAt | undefined;
  readonly now: OperationAt | undefined;
}

/** Operations with the same method and path, whatever the names of the path's parameters. */
function matchedOperations(older: Contract, newer: Contract): OperationPair[] {
  const [old, now] = [operationsByRoute(older), operationsByRoute(newer)];
  return [...new Set([...old.keys(), ...now.keys()])].map((route) => {
    const found = old.get(route) ?? now.get(route);
    const [, path = '', method = ''] = found?.keys ?? [];
    return { where: [method.toUpperCase(), path], old: old.get(route), now: now.get(route) };
  });
}

function operationsByRoute({ paths }: Contract): Map<string, OperationAt> {
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => isObject(operation))
        .map(([method, operation]) => {
          const route = `${method} ${withoutNames(path)}`;
          return [route, { operation, keys: ['paths', path, method] }] as const;
        }),
    ),
  );
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

function changedPair({ where, old, now }: OperationPair, notice: Notice, today: string) {
  const stability = String((now ?? old)?.operation['x-stability']);
  const days = notice[stability] || 1;
  const at: At = {
    where,
    before: old?.keys ?? [],
    after: now?.keys ?? [],
    today,
    earliestSunset: dayAfter(today, days),
  };
  if (!old) return [difference(at, 'operation-added', 'added.')];
  if (isDeepStrictEqual(old, now)) return [];
  if (old.operation['x-stability'] === 'experimental') {
    const rule = now ? 'operation-changed' : 'operation-removed';
    const detail = { verdict: 'excused', isRemoved: !now } as const;
    return [difference(at, rule, 'It was experimental.', detail)];
  }
  if (!now) return [removal(at, 'operation-removed', old.operation)];
  return changedOperations(old.operation, now.operation, at);
}

const DAY_MS = 86_400_000;

/** A day such as `2030-12-05`, that many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length);
}

/**
 * Components that the newer contract lacks, although a place that referred to them is still there:
 * code that was generated from the contract has their names.
 */
function renamedComponents(older: Json, newer: Json): Difference[] {
  const schemas = schemasOf(newer);
  const gone = Object.keys(schemasOf(older)).filter((name) => !Object.hasOwn(schemas, name));
  const [old, now] = [schemaPlaces(older), schemaPlaces(newer)];
  return gone.flatMap((name) => {
    const successors = [...old]
      .filter(([place, schema]) => referredName(schema) === name && now.has(place))
      .map(([place]) => referredName(now.get(place)));
    if (successors.length === 0) return [];
    const successor = successors.find((one) => one !== undefined);
    const says = successor ? `is now \`${successor}\`.` : 'is now written where it is used.';
    const keys = ['components', 'schemas', name];
    const at = { where: keys, before: keys, after: keys, today: '', earliestSunset: '' };
    return [difference(at, 'component-renamed', says, { isRemoved: true })];
  });
}

/**
 * The schemas of a document by the places where operations use them. There, parameters have their
 * names, and paths and components have none.
 */
function schemaPlaces(document: Json): Map<string, Json> {
  const schemas = schemasOf(document);
  const places = new Map<string, Json>();
  visit(document.paths, 'paths', []);
  return places;

  function visit(value: unknown, place: string, within: readonly string[]): void {
    if (typeof value !== 'object' || value === null) return;
    if (isObject(value)) places.set(place, value);
    const component = referredName(value);
    if (component !== undefined && !within.includes(component)) {
      visit(schemas[component], `${place}/$ref`, [...within, component]);
    }
    for (const [key, part] of Object.entries(value)) {
      if (key === 'example' || key === 'examples') continue;
      const name = asObject(part).in === undefined ? withoutNames(key) : keyOf(part);
      visit(part, `${place}/${name}`, within);
    }
  }
}

/** Lists a change once, even if it concerns several operations: for the one with most notice. */
function eachOnce(changes: readonly Change[], notice: Notice): Change[] {
  const idOf = ({ kind, rule, place, says }: Change) => [kind, rule, place, says].join(' ');
  const daysOf = ({ stability = 'stable' }: Change) => notice[stability] ?? 0;
  const listed = new Map<string, Change>();
  for (const change of changes) {
    const known = listed.get(idOf(change));
    if (!known || daysOf(known) < daysOf(change)) listed.set(idOf(change), change);
  }
  return [...listed.values()];
}
