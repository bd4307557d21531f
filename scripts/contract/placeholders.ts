// Placeholders such as `{$scopes}`, so that an overlay can show what depends on the contract: in the
// responses of an operation its methods, its scopes and its lifecycle; anywhere the words of the
// service.

import { asObject, isObject, type Json, mapValues } from './json.ts';
import { type FoundOperation, operationsOf } from './operations.ts';
import { scopesOf, scopesOfOperation } from './scopes.ts';

/** What a contract shows of the service that it is made for, and does not say itself. */
export interface Shown {
  /** What every API key begins with. */
  readonly keyPrefix: string;
  readonly plans: readonly string[];
}

/** The value of each placeholder. A list stands for its items in a list, or for a text of them. */
type Values = Readonly<Record<string, unknown>>;

/** Fills the placeholders of a complete contract, in place. */
export function fillPlaceholders(contract: Json, shown?: Shown): void {
  const operations = operationsOf(contract);
  for (const found of operations) {
    const { responses } = found.written;
    if (responses) found.written.responses = filled(responses, valuesFor(found, operations));
  }
  Object.assign(contract, filled(contract, { ...wordsOf(contract), ...shown }));
}

/** What examples show of a contract: its own words, since overlays add theirs to the end. */
function wordsOf(contract: Json): Values {
  const { title } = asObject(contract.info);
  const scopes = Object.keys(scopesOf(contract));
  const operations = operationsOf(contract);
  const first = (wanted: string) => operations.find(({ method }) => method === wanted);
  const list = first('get') ?? operations[0];
  const create = first('post') ?? list;
  return {
    title,
    allScopes: scopes,
    readScope: scopes.slice(0, 1),
    listOperation: list?.written.operationId,
    createOperation: create?.written.operationId,
  };
}

/** Lint reports what makes one empty. */
function valuesFor(
  { written, path }: FoundOperation,
  operations: readonly FoundOperation[],
): Values {
  const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
  const successor = operations.find((one) => one.written.operationId === written['x-successor']);
  const since = new Date(String(written['x-deprecated-since']));
  const sunset = String(written['x-sunset']);
  return {
    // HEAD is allowed where GET is.
    methods: methods.map((one) => (one === 'get' ? 'GET, HEAD' : one.toUpperCase())).join(', '),
    scopes: scopesOfOperation(written).join(' '),
    stability: written['x-stability'],
    operationId: written.operationId,
    deprecatedSinceSeconds: since.getTime() / 1_000 || 0,
    sunset,
    sunsetDate: new Date(sunset).toUTCString(),
    successorId: written['x-successor'],
    successorMethod: successor?.method.toUpperCase(),
    successorPath: successor?.path,
  };
}

function filled(part: unknown, values: Values): unknown {
  if (Array.isArray(part))
    return part.flatMap((one) => listIn(one, values) ?? [filled(one, values)]);
  if (isObject(part)) return mapValues(part, (one) => filled(one, values));
  if (typeof part !== 'string') return part;
  return part.replaceAll(PLACEHOLDER, (all, name) =>
    Object.hasOwn(values, name) ? [values[name] ?? ''].flat().join(', ') : all,
  );
}

const PLACEHOLDER = /\{\$(\w+)\}/g;

/** The items that a placeholder stands for; undefined for anything else. */
function listIn(item: unknown, values: Values): readonly unknown[] | undefined {
  const [, name = ''] = /^\{\$(\w+)\}$/.exec(String(item)) ?? [];
  return Object.hasOwn(values, name) && Array.isArray(values[name]) ? values[name] : undefined;
}
