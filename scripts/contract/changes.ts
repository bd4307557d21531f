import { type Complete, completeContract } from '../generate/complete.ts';
import { keysOf, pointerOf } from '../generate/json.ts';
import { kindOf, type RatedChange } from './change-kinds.ts';
import { changedExamples } from './changed-examples.ts';
import { type Comparable, comparable } from './comparable.ts';
import { type Turned, turnedFields } from './directions.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import {
  bindingChanges,
  type Contract,
  EXPERIMENTAL,
  type Excuse,
  excuseFor,
  excuseOf,
  identity,
  isOwnChange,
  rate,
} from './rated-changes.ts';

/*
 * What has changed between two contracts, from the client's point of view.
 */

/** The longest values that are shown. */
const SHOWN_CHARACTERS = 60;

export interface Comparison {
  readonly changes: readonly Change[];
  /** The versions that the contracts give themselves. */
  readonly from: string;
  readonly to: string;
}

export interface Change {
  readonly kind: 'breaking' | 'additive' | 'documentation';
  /** Why a breaking change needs no new major version. */
  readonly excuse: string | undefined;
  /** The line of the newer contract, or of the older one for what was removed. */
  readonly place: string;
  readonly text: string;
}

/** A change before it is put into words. */
interface Found extends Omit<Change, 'text'> {
  readonly pointer: string;
  readonly message: string;
}

/**
 * Compares two files: each the operations of a contract, or a complete one.
 *
 * @param today the day from which a sunset counts as passed, such as `2030-12-05`
 */
export async function compareContracts(
  older: string,
  newer: string,
  today: string,
): Promise<Comparison> {
  const versions = [await completeContract(older), await completeContract(newer)] as const;
  const form = comparable(versions[0].document, versions[1].document);
  const [before, after] = [form.older, form.newer].map(contractOf) as [Contract, Contract];
  const places = placesOf(versions, form);
  const excuse = excuseOf(before, after, today);
  const turned = turnedFields(before, after).map((change) =>
    describeTurned(change, places, excuse),
  );
  const isTurned = new Set(turned.map(({ place }) => place));
  const rated = await rate(before, after);
  const changes = await describeRated(rated, before, after, places, excuse);
  // Of these, Redocly only says that there are more or fewer.
  const isOwn = isOwnChange(before, after);
  const examples = changedExamples(before, after)
    .filter(({ pointer }) => isOwn(pointer))
    .map(({ pointer, isInNewer }) =>
      documentation(
        pointer,
        (isInNewer ? places.newer : places.older)(pointer),
        'The example has changed.',
      ),
    );
  const renamed = form.renamed.map(({ path, from, to }) => {
    const pointer = pointerOf(['paths', path]);
    return documentation(
      pointer,
      places.newer(pointer),
      `The path parameter \`${from}\` is called \`${to}\` now.`,
    );
  });
  const others = changes.filter(
    ({ kind, place }) => kind !== 'documentation' || !isTurned.has(place),
  );
  const listed = eachOnce([...renamed, ...others, ...turned, ...examples]);
  return { changes: listed, from: before.info.version, to: after.info.version };
}

function documentation(pointer: string, place: string, message: string): Found {
  return { kind: 'documentation', excuse: undefined, place, pointer, message };
}

interface Places {
  readonly older: PlaceOf;
  readonly newer: PlaceOf;
}

function placesOf([before, after]: readonly [Complete, Complete], form: Comparable): Places {
  const [inOlder, inNewer] = [findPlaces(before), findPlaces(after)];
  return {
    newer: inNewer,
    older: (pointer) => {
      const [root = '', path = '', ...others] = keysOf(pointer);
      const own = root === 'paths' ? form.olderPaths.get(path) : undefined;
      return inOlder(own === undefined ? pointer : pointerOf([root, own, ...others]));
    },
  };
}

async function describeRated(
  rated: RatedChange[],
  before: Contract,
  after: Contract,
  places: Places,
  excuse: Excuse,
): Promise<Found[]> {
  const binding = await bindingChanges(rated, before, after, excuse);
  return rated.map((change) => {
    const { path, base, revision, property = '' } = change;
    const kind = kindOf(change);
    const isBinding = kind !== 'breaking' || binding.has(identity(change));
    // Where the property is absent, this leads to what lacks it.
    const place = revision
      ? places.newer(`${revision.pointer}/${property}`)
      : places.older(base?.pointer ?? path);
    const why = isBinding ? undefined : (excuseFor(path, before, excuse) ?? EXPERIMENTAL);
    return { kind, excuse: why, place, pointer: path, message: messageOf(change) };
  });
}

function describeTurned(change: Turned, places: Places, excuse: Excuse): Found {
  const { kind, pointer, isInNewer, message, operation } = change;
  const [, path = '', method = ''] = operation;
  return {
    kind,
    excuse: kind === 'breaking' ? excuse(path, method) : undefined,
    place: (isInNewer ? places.newer : places.older)(pointer),
    pointer: pointerOf([...operation, 'fields', keysOf(pointer).at(-1) ?? '']),
    message,
  };
}

/** What is written once and stands in several operations is listed once: for one that binds, if any does. */
function eachOnce(changes: readonly Found[]): Change[] {
  const listed = new Map<string, Change>();
  for (const { pointer, message, ...change } of changes) {
    const { kind, excuse, place } = change;
    const identical = [kind, place, keysOf(pointer).at(-1), message].join(' ');
    const known = listed.get(identical);
    if (known && (excuse || !known.excuse)) continue;
    listed.set(identical, { ...change, text: `${readable(pointer)}: ${message}` });
  }
  return [...listed.values()];
}

/** By `contract:lint`, a complete contract has these. */
function contractOf(document: object) {
  return document as Contract;
}

function messageOf(change: RatedChange) {
  return change.verdicts.map(({ message }) => message).join(' ') || plainText(change);
}

function plainText({ kind, property, base, revision }: RatedChange) {
  if (property === undefined) return `${kind}.`;
  const values = [base, revision].map((side) => JSON.stringify(side?.value) ?? 'nothing');
  const fits = values.every(({ length }) => length <= SHOWN_CHARACTERS);
  return `${property} ${kind}${fits ? ` from ${values.join(' to ')}` : ''}.`;
}

/** `#/paths/~1pets/get/parameters/0` as `GET /pets parameters/0`. */
function readable(pointer: string) {
  const keys = keysOf(pointer);
  if (keys[0] !== 'paths') return keys.join('/');
  const [, path = '', method = '', ...rest] = keys;
  return `${method.toUpperCase()} ${path} ${rest.join('/')}`.trim();
}
