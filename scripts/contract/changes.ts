import { type Complete, completeContract } from '../generate/complete.ts';
import { keysOf } from '../generate/json.ts';
import { kindOf, type RatedChange } from './change-kinds.ts';
import { changedExamples } from './changed-examples.ts';
import { findPlaces } from './places.ts';
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

interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, { 'x-stability'?: string }>>;
}

/** Compares two files: each the operations of a contract, or a complete one. */
export async function compareContracts(older: string, newer: string): Promise<Comparison> {
  const versions = [await completeContract(older), await completeContract(newer)] as const;
  const [before, after] = versions.map(contractOf) as [Contract, Contract];
  const changes = [...(await ratedChanges(...versions)), ...exampleChanges(...versions)];
  return { changes, from: before.info.version, to: after.info.version };
}

/** By `contract:lint`, a complete contract has these. */
function contractOf({ document }: Complete) {
  return document as unknown as Contract;
}

async function ratedChanges(older: Complete, newer: Complete): Promise<Change[]> {
  const rated = await rate(contractOf(older), contractOf(newer));
  const binding = await bindingChanges(rated, contractOf(older), contractOf(newer));
  const [placeInOlder, placeInNewer] = [findPlaces(older), findPlaces(newer)];
  return rated.map((change) => {
    const { path, base, revision } = change;
    const kind = kindOf(change);
    const allowed = kind === 'breaking' && !binding.has(identity(change));
    const place = revision ? placeInNewer(revision.pointer) : placeInOlder(base?.pointer ?? path);
    return { kind, allowed, place, text: textOf(change) };
  });
}

async function rate(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const [report] = (await runRedocly('diff', [older, newer])) as { changes: RatedChange[] }[];
  // Of examples it only says that there are more or fewer of them.
  return (report?.changes ?? []).filter(({ path }) => !/\/examples?(?:\/|$)/.test(path));
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

/** Redocly does not compare them. */
function exampleChanges(older: Complete, newer: Complete): Change[] {
  return changedExamples(older.document, newer.document).map(({ pointer, isIn }) => ({
    kind: 'documentation',
    allowed: false,
    place: findPlaces(isIn === newer.document ? newer : older)(pointer),
    text: `${readable(pointer)}: The example has changed.`,
  }));
}

function textOf(change: RatedChange) {
  const messages = change.verdicts.map(({ message }) => message);
  return `${readable(change.path)}: ${messages.join(' ') || plainText(change)}`;
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
