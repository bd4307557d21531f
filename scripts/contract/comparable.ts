import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json } from '../generate/json.ts';

/*
 * Two contracts in a form in which what means the same is written the same.
 */

export interface Comparable {
  readonly older: Json;
  readonly newer: Json;
  /** The older contract's own path for each path in this form. */
  readonly olderPaths: ReadonlyMap<string, string>;
  /** Path parameters that have another name now, by the path in this form. */
  readonly renamed: readonly Renamed[];
}

export interface Renamed {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace'];
/** The style of each place where none is written. */
const STYLES: Readonly<Record<string, string>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};

/** Puts two complete contracts into a form in which they can be compared. */
export function comparable(before: object, after: object): Comparable {
  const [older, newer] = [before, after].map((one) => structuredClone(one) as Json);
  const contracts = [older ?? {}, newer ?? {}] as const;
  for (const contract of contracts) for (const item of itemsOf(contract)) complete(item);
  const { olderPaths, renamed } = renamePaths(...contracts);
  fillSecurity(...contracts);
  return { older: contracts[0], newer: contracts[1], olderPaths, renamed };
}

function itemsOf(contract: Json): Json[] {
  return Object.values(isObject(contract.paths) ? contract.paths : {}).filter(isObject);
}

function operationsOf(item: unknown): [method: string, operation: Json][] {
  if (!isObject(item)) return [];
  return METHODS.flatMap((method): [string, Json][] => {
    const operation = item[method];
    return isObject(operation) ? [[method, operation]] : [];
  });
}

/** Gives each operation the parameters of its path, and each parameter what it has by default. */
function complete(item: Json) {
  const shared = parametersOf(item);
  delete item.parameters;
  for (const [, operation] of operationsOf(item)) {
    const own = parametersOf(operation);
    const isOwn = (one: Json) =>
      own.some(({ name, in: place }) => name === one.name && place === one.in);
    const all = [...own, ...shared.filter((one) => !isOwn(one))].map(withDefaults);
    if (all.length > 0) operation.parameters = all;
  }
}

function parametersOf({ parameters }: Json): Json[] {
  return Array.isArray(parameters) ? parameters.filter(isObject) : [];
}

/** What is false by default is left out. */
function withDefaults(parameter: Json): Json {
  const style = parameter.style ?? STYLES[String(parameter.in)];
  const { explode = style === 'form', required, deprecated, ...others } = parameter;
  return {
    ...others,
    ...(required === true && { required }),
    ...(deprecated === true && { deprecated }),
    ...('schema' in parameter && { style, explode }),
  };
}

/** Gives the older contract's path parameters their names in the newer one, where the paths match. */
function renamePaths(older: Json, newer: Json) {
  const olderPaths = new Map<string, string>();
  const renamed: Renamed[] = [];
  const current = new Map(Object.keys(pathsOf(newer)).map((path) => [patternOf(path), path]));
  const entries = Object.entries(pathsOf(older)).map(([path, item]): [string, unknown] => {
    const now = current.get(patternOf(path)) ?? path;
    olderPaths.set(now, path);
    const [before, after] = [namesIn(path), namesIn(now)];
    for (const [index, from] of before.entries()) {
      const to = after[index] ?? from;
      if (from !== to) renamed.push({ path: now, from, to });
    }
    for (const [, operation] of operationsOf(item)) {
      for (const parameter of parametersOf(operation)) {
        const index = parameter.in === 'path' ? before.indexOf(String(parameter.name)) : -1;
        if (index >= 0) parameter.name = after[index];
      }
    }
    return [now, item];
  });
  older.paths = Object.fromEntries(entries);
  return { olderPaths, renamed };
}

function pathsOf({ paths }: Json): Json {
  return isObject(paths) ? paths : {};
}

function patternOf(path: string) {
  return path.replace(/\{[^}]*\}/g, '{}');
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
}

/** Where one of two operations says what it asks for, so does the other. */
function fillSecurity(older: Json, newer: Json) {
  for (const [path, item] of Object.entries(pathsOf(newer))) {
    const before = new Map(operationsOf(pathsOf(older)[path]));
    for (const [method, after] of operationsOf(item)) {
      const operation = before.get(method);
      if (!operation || !('security' in after || 'security' in operation)) continue;
      const [was, is] = [operation.security ?? older.security, after.security ?? newer.security];
      delete operation.security;
      delete after.security;
      if (isDeepStrictEqual(was, is)) continue;
      Object.assign(operation, { security: was ?? [] });
      Object.assign(after, { security: is ?? [] });
    }
  }
}
