import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { kindOf, type RatedChange } from './change-kinds.ts';
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

interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, { 'x-stability'?: string }>>;
  readonly components?: { readonly examples?: Record<string, unknown> };
}

/** Compares two files. */
export async function findChanges(older: string, newer: string): Promise<Change[]> {
  const contracts = await Promise.all([readFileAsContract(older), readFileAsContract(newer)]);
  const rated = await compare(older, newer);
  const binding = await bindingChanges(rated, ...contracts);
  return [
    ...rated.map((change) => {
      const kind = kindOf(change);
      const allowed = kind === 'breaking' && !binding.has(identity(change));
      return { kind, allowed, place: placeOf(change), text: textOf(change) };
    }),
    ...changedExamples(newer, ...contracts),
  ];
}

export async function readVersion(file: string): Promise<string> {
  return (await readFileAsContract(file)).info.version;
}

async function readFileAsContract(file: string): Promise<Contract> {
  return parse(await readFile(file, 'utf8'), { merge: true });
}

async function compare(older: string, newer: string): Promise<RatedChange[]> {
  const [report] = (await runRedocly('diff', [older, newer])) as { changes: RatedChange[] }[];
  return report?.changes ?? [];
}

/** The breaking changes that are still there without the operations that were experimental. */
async function bindingChanges(rated: RatedChange[], older: Contract, newer: Contract) {
  const breaking = rated.filter((change) => kindOf(change) === 'breaking');
  const isExperimental = (path: string, method: string) =>
    older.paths[path]?.[method]?.['x-stability'] === 'experimental';
  if (breaking.length === 0) return new Set<string>();
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  try {
    const files = [join(folder, 'older.json'), join(folder, 'newer.json')] as const;
    await writeFile(files[0], JSON.stringify(without(isExperimental, older)));
    await writeFile(files[1], JSON.stringify(without(isExperimental, newer)));
    const remaining = await compare(...files);
    return new Set(remaining.filter((change) => kindOf(change) === 'breaking').map(identity));
  } finally {
    await rm(folder, { recursive: true });
  }
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
function changedExamples(file: string, older: Contract, newer: Contract): Change[] {
  const before = older.components?.examples ?? {};
  const after = newer.components?.examples ?? {};
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({
      kind: 'documentation',
      allowed: false,
      place: `${file}:1:1`,
      text: `The example ${name} has changed.`,
    }));
}

function placeOf({ base, revision }: RatedChange) {
  const place = revision ?? base;
  return place ? `${place.file}:${place.line}:${place.col}` : '';
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
