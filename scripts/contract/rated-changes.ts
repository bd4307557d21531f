import { keysOf, pointerOf } from '../generate/json.ts';
import { followsKeyword, kindOf, type RatedChange } from './change-kinds.ts';
import { runRedocly } from './redocly.ts';

/*
 * The changes that Redocly finds between two contracts, and which of them bind nobody.
 */

export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  readonly deprecated?: boolean;
  readonly 'x-stability'?: string;
  readonly 'x-sunset'?: string;
}

/** Why an operation of the older contract binds nobody, if so. */
export type Excuse = (path: string, method: string) => string | undefined;

export async function rate(older: Contract, newer: Contract): Promise<RatedChange[]> {
  const [before, after] = [withPathsOf(older, newer), withPathsOf(newer, older)];
  const [report] = (await runRedocly('diff', [before, after])) as { changes: RatedChange[] }[];
  const isOwn = isOwnChange(older, newer);
  const rated = (report?.changes ?? []).filter(({ path, property = '' }) => {
    // Examples are compared apart.
    const isExample = /\/examples?(?:\/|$)/.test(`${path}/${property}`);
    return !isExample && isOwn(path);
  });
  const end = rated.findLastIndex(({ path }) => path.startsWith('#/paths/')) + 1;
  return rated.toSpliced(end, 0, ...pathChanges(older, newer));
}

/** Redocly takes one path that is gone and one that is new for the same. */
function withPathsOf(contract: Contract, other: Contract): Contract {
  const paths = Object.entries(contract.paths).filter(([path]) => path in other.paths);
  return { ...contract, paths: Object.fromEntries(paths) };
}

function pathChanges(older: Contract, newer: Contract): RatedChange[] {
  const missing = (from: Contract, other: Contract) =>
    Object.keys(from.paths).filter((path) => !(path in other.paths));
  const change = (path: string) => {
    const pointer = pointerOf(['paths', path]);
    return { path: pointer, typeName: 'PathItem', side: { pointer } };
  };
  return [
    ...missing(older, newer).map((name): RatedChange => {
      const { side: base, ...common } = change(name);
      const verdicts = [{ message: `Path \`${name}\` was removed.` }];
      return { ...common, kind: 'removed', impact: 'major', verdicts, base };
    }),
    ...missing(newer, older).map((name): RatedChange => {
      const { side: revision, ...common } = change(name);
      return { ...common, kind: 'added', impact: 'minor', verdicts: [], revision };
    }),
  ];
}

/** Leaves out what follows from a keyword that has changed. */
export function isOwnChange(older: Contract, newer: Contract) {
  return (pointer: string) => {
    const keys = keysOf(pointer);
    const [, path = '', method = ''] = keys;
    const isDeprecated = ({ paths }: Contract) => paths[path]?.[method]?.deprecated === true;
    return !followsKeyword(keys, [isDeprecated(older), isDeprecated(newer)]);
  };
}

/** The breaking changes that are still there without the operations that have an excuse. */
export async function bindingChanges(
  rated: RatedChange[],
  older: Contract,
  newer: Contract,
  excuse: Excuse,
) {
  const breaking = rated.filter((change) => kindOf(change) === 'breaking');
  if (breaking.length === 0) return new Set<string>();
  const remaining = await rate(without(excuse, older), without(excuse, newer));
  return new Set(remaining.filter((change) => kindOf(change) === 'breaking').map(identity));
}

function without(excuse: Excuse, contract: Contract) {
  const paths = Object.entries(contract.paths).flatMap(([path, item]) => {
    const methods = Object.entries(item).filter(([method]) => !excuse(path, method));
    return methods.length > 0 ? [[path, Object.fromEntries(methods)]] : [];
  });
  return { ...contract, paths: Object.fromEntries(paths) };
}

/** The same wherever a shared part is met first. */
export function identity({ kind, base, revision, property }: RatedChange) {
  return [kind, property, base?.pointer, revision?.pointer].join(' ');
}

export const EXPERIMENTAL = 'It was experimental.';

/** What was experimental may change, and what has reached its sunset may go. */
export function excuseOf(older: Contract, newer: Contract, today: string): Excuse {
  return (path, method) => {
    const operation = older.paths[path]?.[method];
    if (operation?.['x-stability'] === 'experimental') return EXPERIMENTAL;
    const sunset = operation?.['x-sunset'];
    const isGone = operation !== undefined && newer.paths[path]?.[method] === undefined;
    return isGone && sunset !== undefined && sunset <= today ? 'Its sunset has passed.' : undefined;
  };
}

/** The excuse for a change in an operation, or of a path with all its operations. */
export function excuseFor(pointer: string, older: Contract, excuse: Excuse) {
  const [, path = '', method] = keysOf(pointer);
  const methods = method === undefined ? Object.keys(older.paths[path] ?? {}) : [method];
  return methods.map((one) => excuse(path, one)).find((one) => one !== undefined);
}
