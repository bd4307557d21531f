import { type Complete, completeContract } from '../generate/complete.ts';
import { keysOf } from '../generate/json.ts';
import { followsKeyword, kindOf, type RatedChange } from './change-kinds.ts';
import { changedExamples } from './changed-examples.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';

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
  /** Whether it stays within what `x-stability: experimental` promises, which is nothing. */
  readonly allowed: boolean;
  /** The line of the newer contract, or of the older one for what was removed. */
  readonly place: string;
  readonly text: string;
}

/** A change before it is put into words. */
interface Found extends Omit<Change, 'text'> {
  readonly pointer: string;
  readonly message: string;
}

interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, { deprecated?: boolean; 'x-stability'?: string }>>;
}

/** Compares two files: each the operations of a contract, or a complete one. */
export async function compareContracts(older: string, newer: string): Promise<Comparison> {
  const versions = [await completeContract(older), await completeContract(newer)] as const;
  const [before, after] = versions.map(contractOf) as [Contract, Contract];
  const rated = await rate(before, after);
  const binding = await bindingChanges(rated, before, after);
  const [inOlder, inNewer] = versions.map(findPlaces) as [PlaceOf, PlaceOf];
  const changes = rated.map((change) => {
    const { path, base, revision, property = '' } = change;
    const kind = kindOf(change);
    const allowed = kind === 'breaking' && !binding.has(identity(change));
    // Where the property is absent, this leads to what lacks it.
    const place = revision
      ? inNewer(`${revision.pointer}/${property}`)
      : inOlder(base?.pointer ?? path);
    return { kind, allowed, place, pointer: path, message: messageOf(change) };
  });
  // Of these, Redocly only says that there are more or fewer.
  const isOwn = isOwnChange(before, after);
  const changedOnes = changedExamples(before, after).filter(({ pointer }) => isOwn(pointer));
  const examples = changedOnes.map(({ pointer, isInNewer }) => ({
    kind: 'documentation' as const,
    allowed: false,
    place: (isInNewer ? inNewer : inOlder)(pointer),
    pointer,
    message: 'The example has changed.',
  }));
  const listed = eachOnce([...changes, ...examples]);
  return { changes: listed, from: before.info.version, to: after.info.version };
}

/** What is written once and stands in several operations is listed once: for one that binds, if any does. */
function eachOnce(changes: readonly Found[]): Change[] {
  const listed = new Map<string, Change>();
  for (const { pointer, message, ...change } of changes) {
    const { kind, allowed, place } = change;
    const identical = [kind, place, keysOf(pointer).at(-1), message].join(' ');
    const known = listed.get(identical);
    if (known && (allowed || !known.allowed)) continue;
    listed.set(identical, { ...change, text: `${readable(pointer)}: ${message}` });
  }
  return [...listed.values()];
}

/** By `contract:lint`, a complete contract has these. */
function contractOf({ document }: Complete) {
  return document as unknown as Contract;
}

async function rate(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const [report] = (await runRedocly('diff', [older, newer])) as { changes: RatedChange[] }[];
  const isOwn = isOwnChange(older, newer);
  return (report?.changes ?? []).filter(({ path, property = '' }) => {
    // Examples are compared apart.
    const isExample = /\/examples?(?:\/|$)/.test(`${path}/${property}`);
    return !isExample && isOwn(path);
  });
}

/** Leaves out what follows from a keyword that has changed. */
function isOwnChange(older: Contract, newer: Contract) {
  return (pointer: string) => {
    const keys = keysOf(pointer);
    const [, path = '', method = ''] = keys;
    const isDeprecated = ({ paths }: Contract) => paths[path]?.[method]?.deprecated === true;
    return !followsKeyword(keys, [isDeprecated(older), isDeprecated(newer)]);
  };
}

/** The breaking changes that are still there without the operations that were experimental. */
async function bindingChanges(rated: RatedChange[], older: Contract, newer: Contract) {
  const breaking = rated.filter((change) => kindOf(change) === 'breaking');
  const isExperimental = (path: string, method: string) =>
    older.paths[path]?.[method]?.['x-stability'] === 'experimental';
  if (breaking.length === 0) return new Set<string>();
  const remaining = await rate(without(isExperimental, older), without(isExperimental, newer));
  return new Set(remaining.filter((change) => kindOf(change) === 'breaking').map(identity));
}

function without(isLeftOut: (path: string, method: string) => boolean, contract: Contract) {
  const paths = Object.entries(contract.paths).flatMap(([path, item]) => {
    const methods = Object.entries(item).filter(([method]) => !isLeftOut(path, method));
    return methods.length > 0 ? [[path, Object.fromEntries(methods)]] : [];
  });
  return { ...contract, paths: Object.fromEntries(paths) };
}

/** The same wherever a shared part is met first. */
function identity({ kind, base, revision, property }: RatedChange) {
  return [kind, property, base?.pointer, revision?.pointer].join(' ');
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
