import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { completeContract } from '../generate/complete.ts';
import { kindOf, type RatedChange } from './change-kinds.ts';
import { findPlaces, type PlaceOf } from './places.ts';
import { runRedocly } from './redocly.ts';

/*
 * What has changed between two contracts, from the client's point of view.
 */

/** The longest values that are shown. */
const SHOWN_CHARACTERS = 60;

export interface Change {
  readonly kind: 'breaking' | 'additive' | 'documentation';
  /** Whether it stays within what `x-stability: experimental` promises, which is nothing. */
  readonly allowed: boolean;
  /** The line of the newer contract, or of the older one for what was removed. */
  readonly place: string;
  readonly text: string;
}

/** A complete contract, and where its parts were written. */
interface Version {
  readonly document: Contract;
  readonly placeOf: PlaceOf;
}

interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, { 'x-stability'?: string }>>;
}

/** Compares two files: each the operations of a contract, or a complete one. */
export async function findChanges(older: string, newer: string): Promise<Change[]> {
  const versions = await Promise.all([readVersion(older), readVersion(newer)]);
  const documents = versions.map(({ document }) => document) as [Contract, Contract];
  const rated = await compare(...documents);
  const binding = await bindingChanges(rated, ...documents);
  return [
    ...rated.map((change) => {
      const kind = kindOf(change);
      const allowed = kind === 'breaking' && !binding.has(identity(change));
      return { kind, allowed, place: placeOf(change, ...versions), text: textOf(change) };
    }),
    ...changedExamples(...versions),
  ];
}

export async function readVersionNumber(file: string): Promise<string> {
  return (await readVersion(file)).document.info.version;
}

async function readVersion(file: string): Promise<Version> {
  const { document } = await completeContract(file);
  return { document: document as unknown as Contract, placeOf: await findPlaces(file, document) };
}

async function compare(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    const files = [join(folder, 'older.json'), join(folder, 'newer.json')] as const;
    await writeFile(files[0], withoutSamples(older));
    await writeFile(files[1], withoutSamples(newer));
    const [report] = (await runRedocly('diff', [...files])) as { changes: RatedChange[] }[];
    // Of examples it only says that there are more or fewer of them.
    return (report?.changes ?? []).filter(({ path }) => !/\/examples?(?:\/|$)/.test(path));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** They are made from the rest. */
function withoutSamples(contract: Contract): string {
  return JSON.stringify(contract, (key, value) => (key === 'x-codeSamples' ? undefined : value));
}

/** The breaking changes that are still there without the operations that were experimental. */
async function bindingChanges(rated: RatedChange[], older: Contract, newer: Contract) {
  const breaking = rated.filter((change) => kindOf(change) === 'breaking');
  const isExperimental = (path: string, method: string) =>
    older.paths[path]?.[method]?.['x-stability'] === 'experimental';
  if (breaking.length === 0) return new Set<string>();
  const remaining = await compare(without(isExperimental, older), without(isExperimental, newer));
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
function changedExamples(older: Version, newer: Version): Change[] {
  const [before, after] = [examplesIn(older.document), examplesIn(newer.document)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((pointer) => !isDeepStrictEqual(before.get(pointer), after.get(pointer)))
    .map((pointer) => ({
      kind: 'documentation',
      allowed: false,
      place: (after.has(pointer) ? newer : older).placeOf(pointer),
      text: `${readable(pointer)}: The example has changed.`,
    }));
}

/** The examples in a document, by their pointers. */
function examplesIn(value: unknown, pointer = '#', found = new Map<string, unknown>()) {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, part] of Object.entries(value)) {
    const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (key === 'example') found.set(below, part);
    else if (key === 'examples') {
      for (const [name, one] of Object.entries(part as object)) found.set(`${below}/${name}`, one);
    } else examplesIn(part, below, found);
  }
  return found;
}

function placeOf({ base, revision }: RatedChange, older: Version, newer: Version) {
  if (revision) return newer.placeOf(revision.pointer);
  return base ? older.placeOf(base.pointer) : '';
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
  const steps = pointer.split('/').slice(1);
  const names = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (names[0] !== 'paths') return names.join('/');
  const [, path = '', method = '', ...rest] = names;
  return `${method.toUpperCase()} ${path} ${rest.join('/')}`.trim();
}
