// Placeholders such as `{$scopes}`, so that an overlay can show what depends on the contract: in
// the responses of an operation its methods, its scopes and its lifecycle; anywhere the words of
// the service.

import { asObject, isObject, type Json, mapValues } from './json.ts';
import { basePathOf, type FoundOperation, operationsOf } from './operations.ts';
import { explicitScopesOf, scopesOf, scopesOfOperation } from './scopes.ts';

/** What a contract shows of the service that it is made for, and does not say itself. */
export interface Shown {
  /** What every API key begins with, before an underscore. */
  readonly keyPrefix: string;
  /** Where the limits are `custom`, they are agreed with each customer. */
  readonly plans: Readonly<Record<string, PlanLimits | 'custom'>>;
  /** Where the second page of the account's usage starts, after a day of an operation. */
  usageCursor(basePath: string, operation: string): string;
}

interface PlanLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

/**
 * The value of each placeholder. A list stands for its items where a placeholder is an item of a
 * list, and a number for itself where a placeholder is all of a value.
 */
type Values = Readonly<Record<string, unknown>>;

/** Fills the placeholders for words of a contract and of its service, in place. */
export function fillWords(contract: Json, shown?: Shown): void {
  const words = { ...wordsOf(contract), ...limitsOf(shown?.plans) };
  const ofService = shown && wordsOfService(shown, words);
  Object.assign(contract, filled(contract, { ...words, ...ofService }));
}

/** Fills the placeholders for what each operation says of itself, in place. */
export function fillResponses(contract: Json): void {
  const operations = operationsOf(contract);
  const explicitScopes = explicitScopesOf(contract);
  for (const found of operations) {
    const { responses } = found.written;
    if (!responses) continue;
    found.written.responses = filled(responses, valuesFor(found, operations, explicitScopes));
  }
}

/** What examples show of a contract: its own words, since overlays add theirs to the end. */
function wordsOf(contract: Json) {
  const { title } = asObject(contract.info);
  const scopes = Object.keys(scopesOf(contract));
  const operations = operationsOf(contract);
  const first = (wanted: string) => operations.find(({ method }) => method === wanted);
  const list = first('get') ?? operations[0];
  const create = first('post') ?? list;
  return {
    title,
    basePath: basePathOf(contract),
    allScopes: scopes,
    readScope: scopes.slice(0, 1),
    listOperation: list?.written.operationId,
    createOperation: create?.written.operationId,
  };
}

/** The limits of an example, where those of every plan are agreed with each customer. */
const EXAMPLE_LIMITS: PlanLimits = { perMinute: 60, perDay: 1_000 };

/** Limits of the first plan that has some, and what is left of them in an example. */
function limitsOf(plans: Shown['plans'] = {}) {
  const fixed = Object.values(plans).find((limits) => limits !== 'custom');
  const { perMinute, perDay } = fixed ?? EXAMPLE_LIMITS;
  return {
    minuteLimit: perMinute,
    minuteRemaining: perMinute - 1,
    dayLimit: perDay,
    dayRemaining: perDay - 1,
    dayRemainingAfterMinute: perDay - perMinute,
  };
}

function wordsOfService(
  { keyPrefix, plans, usageCursor }: Shown,
  { basePath, createOperation }: ReturnType<typeof wordsOf>,
): Values {
  const all = Object.entries(plans);
  // A customer that has left the first plan.
  const [first, second = first] = all.filter(([, limits]) => limits !== 'custom');
  const [plan, limits = 'custom'] = second ?? all[0] ?? [];
  const { perMinute, perDay } = limits === 'custom' ? EXAMPLE_LIMITS : limits;
  const names = all.map(([name]) => name);
  return {
    keyPrefix,
    plans: names,
    plan,
    planPerMinute: perMinute,
    planPerDay: perDay,
    usageCursor: usageCursor(basePath, String(createOperation)),
  };
}

/** Lint reports what makes one empty. */
function valuesFor(
  { written, path }: FoundOperation,
  operations: readonly FoundOperation[],
  explicitScopes: readonly string[],
): Values {
  const methods = operations.filter((one) => one.path === path).map(({ method }) => method);
  const successor = operations.find((one) => one.written.operationId === written['x-successor']);
  const since = new Date(String(written['x-deprecated-since']));
  const sunset = String(written['x-sunset']);
  const scopes = scopesOfOperation(written);
  const isExplicit = scopes.some((scope) => explicitScopes.includes(scope));
  return {
    // HEAD is allowed where GET is.
    methods: methods.map((one) => (one === 'get' ? 'GET, HEAD' : one.toUpperCase())).join(', '),
    scopes: scopes.join(' '),
    // As the service names the giver of a scope that is missing.
    scopeGiver: isExplicit ? ', which only the operator gives' : '',
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
  if (Array.isArray(part)) return part.flatMap((one) => filled(one, values));
  if (isObject(part)) return mapValues(part, (one) => filled(one, values));
  if (typeof part !== 'string') return part;
  const [, only = ''] = /^\{\$(\w+)\}$/.exec(part) ?? [];
  const value = Object.hasOwn(values, only) ? values[only] : undefined;
  if (typeof value === 'number' || Array.isArray(value)) return value;
  return part.replaceAll(/\{\$(\w+)\}/g, (all, name) =>
    Object.hasOwn(values, name) ? [values[name] ?? ''].flat().join(', ') : all,
  );
}
