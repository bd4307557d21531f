// What has changed between two contracts, from the client's point of view.

import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './change-rules.ts';
import { changedOperations } from './changed-operations.ts';
import { comparable } from './comparable.ts';
import type { FormOf } from './compared-schemas.ts';
import { type Complete, type CompleteOptions, completeContract } from './complete-contract.ts';
import {
  type At,
  changedNotes,
  changedOthers,
  type Difference,
  difference,
  modified,
  notCompared,
  type References,
  removal,
} from './differences.ts';
import { referencesIn } from './flatten.ts';
import { asObject, follow, isObject, type Json, keysOf, mapValues, pointerOf } from './json.ts';
import type { Notice } from './model.ts';
import { METHODS } from './operations.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { renamedComponents } from './renamed-components.ts';
import { writtenKeysBelow } from './written-keys.ts';

export interface Change {
  readonly kind: Verdict | 'excused';
  /** The rule that rates the change, such as `request-field-removed`. */
  readonly rule: string;
  /** The place in the newer contract, or in the older one if the part was removed. */
  readonly place: string;
  /** The part that has changed, such as `GET /items query status`. */
  readonly where: string;
  readonly says: string;
  /** The stability of the operation in the older contract; undefined for other parts. */
  readonly stability: string | undefined;
}

/** The parts that `contract:lint` makes sure of. */
interface Contract extends Json {
  readonly info: { readonly version: string; readonly 'x-notice'?: Notice };
  readonly paths: Record<string, Record<string, Json>>;
  readonly servers: readonly Server[];
}

/** A contract in the form that is compared. */
interface Compared {
  readonly contract: Contract;
  readonly document: Json;
  readonly placeOf: PlaceOf;
  readonly formOf: FormOf;
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
  options?: CompleteOptions,
): Promise<{ changes: Change[]; from: string; to: string; notice: Notice }> {
  const before = compared(older, await completeContract(older, options));
  const after = compared(newer, await completeContract(newer, options));
  const notice = longerNotice(before.contract.info['x-notice'], after.contract.info['x-notice']);
  const stabilities = new Map<string, string>();
  const context: Context = {
    today,
    earliestSunset: today,
    references: referencesOf(before, after),
  };
  const differences = [
    ...changedDocument(before.contract, after.contract, context),
    ...changedPaths(before.contract, after.contract, context),
    ...matchedOperations(before.contract, after.contract).flatMap((pair) => {
      const { old, where } = pair;
      if (old) stabilities.set(where.join(' '), String(old.operation['x-stability']));
      return changedPair(pair, notice, context);
    }),
    ...renamedComponents(before.document, after.document).map(({ name, says }) => {
      const keys = ['components', 'schemas', name];
      const at = { where: keys, before: keys, after: keys, ...context };
      return difference(at, 'component-renamed', says, { isRemoved: true });
    }),
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
  const { contract, formOf } = comparable(document) as { contract: Contract; formOf: FormOf };
  return { contract, document, formOf, placeOf: findPlaces(complete) };
}

/** What holds for all parts of both contracts. */
type Context = Pick<At, 'today' | 'earliestSunset' | 'references'>;

function referencesOf(before: Compared, after: Compared): References {
  const alike = new Map<string, boolean>();
  const formBefore = before.formOf;
  return { formBefore, formAfter: after.formOf, compared: new Set(), isSame };

  function isSame($ref: string): boolean {
    const reached = new Set([$ref]);
    // A set is walked to its end, also where it grows.
    for (const one of reached) {
      if (!isAlike(one)) return false;
      for (const next of referencesIn(follow(after.document, keysOf(one)))) reached.add(next);
    }
    return true;
  }

  function isAlike($ref: string): boolean {
    const known = alike.get($ref);
    if (known !== undefined) return known;
    const [old, now] = [before, after].map(({ document }) => follow(document, keysOf($ref)));
    // Nobody knows what another file has.
    const result = $ref.startsWith('#') && isDeepStrictEqual(old, now);
    alike.set($ref, result);
    return result;
  }
}

function changedDocument(older: Contract, newer: Contract, context: Context): Difference[] {
  const at = (...keys: string[]): At => ({ where: keys, before: keys, after: keys, ...context });
  return [
    ...changedServers(older, newer, at('servers')),
    ...changedNotes(older.info, newer.info, at('info')),
    ...changedNotice(older.info['x-notice'], newer.info['x-notice'], at('info', 'x-notice')),
    ...textsOf(older, newer).map((keys) => difference(at(...keys), 'text-changed', 'modified.')),
    ...changedSchemes(older, newer, at('components', 'securitySchemes')),
    ...changedOthers(older, newer, at(), COMPARED),
  ];
}

/** The keys of a document that are compared; `security` is in each operation. */
const COMPARED = ['openapi', 'info', 'servers', 'paths', 'components', 'security', 'tags'];

/** The parts of a document that only people read. */
function textsOf(older: Contract, newer: Contract): string[][] {
  const parts = [['tags'], ['info', 'contact'], ['info', 'license'], ['info', 'termsOfService']];
  return parts.filter((keys) => !isDeepStrictEqual(follow(older, keys), follow(newer, keys)));
}

/** Operations have rules of their own for the scopes they require. */
const TEXTS_OF_SCHEMES = ['description', 'bearerFormat', 'x-scopes', 'x-explicit-scopes'];

function changedSchemes(older: Contract, newer: Contract, at: At): Difference[] {
  const [old, now] = [older, newer].map((one) => asObject(follow(one, at.before)));
  if (isDeepStrictEqual(old, now)) return [];
  const [oldForm, newForm] = [old, now].map((schemes = {}) =>
    mapValues(schemes, (scheme) => {
      const said = Object.entries(asObject(scheme));
      return Object.fromEntries(said.filter(([key]) => !TEXTS_OF_SCHEMES.includes(key)));
    }),
  );
  if (isDeepStrictEqual(oldForm, newForm)) return [difference(at, 'text-changed', 'modified.')];
  return [notCompared(at, '`securitySchemes`')];
}

interface Server {
  readonly url: string;
  readonly address: string;
  readonly variables?: unknown;
}

function changedServers(older: Contract, newer: Contract, at: At): Difference[] {
  const [old, now] = [older.servers, newer.servers];
  const addresses = (servers: readonly Server[]) => servers.map(({ address }) => address);
  const [before, after] = [addresses(old), addresses(now)];
  if (isDeepStrictEqual(before, after)) {
    const isSame = now.every(({ variables }, i) => isDeepStrictEqual(variables, old[i]?.variables));
    return isSame ? [] : [notCompared(at, '`variables`')];
  }
  const list = (servers: readonly Server[]) => servers.map(({ url }) => `\`${url}\``).join(', ');
  const isKept = before[0] === after[0] && before.every((address) => after.includes(address));
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
        .filter(([method, operation]) => METHODS.includes(method) && isObject(operation))
        .map(([method, operation]) => {
          const route = `${method} ${withoutNames(path)}`;
          return [route, { operation, keys: ['paths', path, method] }] as const;
        }),
    ),
  );
}

/** What paths have beside the operations that are compared. */
function changedPaths(older: Contract, newer: Contract, context: Context): Difference[] {
  const [old, now] = [older, newer].map(({ paths }) => {
    return new Map(Object.keys(paths).map((path) => [withoutNames(path), path]));
  });
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((route) => {
    const [before, after] = [old?.get(route) ?? '', now?.get(route) ?? ''];
    const keys = { before: ['paths', before], after: ['paths', after] };
    const at: At = { where: [after || before], ...keys, ...context };
    return changedOthers(older.paths[before] ?? {}, newer.paths[after] ?? {}, at, METHODS);
  });
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

function changedPair({ where, old, now }: OperationPair, notice: Notice, context: Context) {
  const stability = String((now ?? old)?.operation['x-stability']);
  const days = notice[stability] || 1;
  const { today, references } = context;
  const at: At = {
    where,
    before: old?.keys ?? [],
    after: now?.keys ?? [],
    today,
    earliestSunset: dayAfter(today, days),
    references: { ...references, compared: new Set() },
  };
  if (!old) return [difference(at, 'operation-added', 'added.')];
  const isExcused = old.operation['x-stability'] === 'experimental';
  const found = now
    ? changedOperations(old.operation, now.operation, at)
    : [removal(at, 'operation-removed', old.operation)];
  if (!isExcused || found.length === 0) return found;
  const rule = now ? 'operation-changed' : 'operation-removed';
  const detail = { verdict: 'excused', isRemoved: !now } as const;
  return [difference(at, rule, 'It was experimental.', detail)];
}

const DAY_MS = 86_400_000;

/** A day such as `2030-12-05`, that many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length);
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
