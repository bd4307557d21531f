// What guides can say of the service that they are published for, in its words, and what they can
// ask of it.

import { writeCursor } from '../../src/platform/contract/cursors.ts';
import type { Limits } from '../../src/platform/keys/plans.ts';
import type { Service } from '../../src/platform/service.ts';
import type { Contract, Operation } from '../contract/index.ts';
import { ACCOUNT_TAG } from './page/site.ts';

/** By how much the requests of an example exceed the limit per minute that they are about. */
const REQUESTS_BEYOND = 40;

/** The word for each placeholder. Undefined where the contract has none. */
export function wordsOf(contract: Contract, service: Service): Record<string, string | undefined> {
  const { title, notice, basePath, scopes, explicitScopes, operations } = contract;
  const { list, create, own } = exampleOperations(contract);
  const called = create ?? list ?? own[0];
  const [plan, limits] = planWithLimits(service) ?? [];
  const namesOf = (is: (one: Operation) => boolean) =>
    operations.filter(is).map(({ operationId }) => `\`${operationId}\``);
  const names = namesOf(isIdempotent);
  const conditional = namesOf(isConditional);
  return {
    title,
    name: service.name,
    keyPrefix: service.keyPrefix,
    basePath,
    noticeDays: `${notice.stable}`,
    plan: plan && `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
    manyRequests: limits && String(limits.perMinute + REQUESTS_BEYOND),
    readScope: Object.keys(scopes)[0],
    explicitScopes: AND.format(explicitScopes.map((scope) => `\`${scope}\``)),
    listOperation: list?.operationId,
    listPath: list?.path,
    listCursor: list && listCursor(list.route),
    createOperation: called?.operationId,
    createPath: create?.path,
    createBody: create && bodyExample(create),
    idempotentOperations: names.length > 0 ? OR.format(names) : undefined,
    conditionalOperations: conditional.length > 0 ? AND.format(conditional) : undefined,
    errorExample: own.map(errorExample).find(Boolean) ?? OTHER_ERROR,
  };
}

/** Where the second page of a list by id starts. */
function listCursor(path: string): string {
  return writeCursor(`${path}?`, { id: 'int64 asc' }, { id: 43n });
}

const AND = new Intl.ListFormat('en');
const OR = new Intl.ListFormat('en', { type: 'disjunction' });
const OTHER_ERROR =
  '{"code":"invalid_parameter","message":"limit must be at most 100.","status":400}';

/** What a guide can ask, as in `if: account` and `if: no account`. */
export function conditionsOf(contract: Contract, service: Service): Record<string, boolean> {
  const { operations, scopes, explicitScopes, notice } = contract;
  const { list, create } = exampleOperations(contract);
  const conditions = {
    account: operations.some(isOfAccount),
    scopes: Object.keys(scopes).length > 0,
    'explicit scopes': explicitScopes.length > 0,
    list: list !== undefined,
    create: create !== undefined,
    idempotency: operations.some(isIdempotent),
    'conditional changes': operations.some(isConditional),
    tags: operations.some(({ responses }) => responses.some(({ kind }) => kind === 'not-modified')),
    notice: 'stable' in notice,
    'fixed limits': planWithLimits(service) !== undefined,
  };
  const negated = Object.entries(conditions).map(([name, is]) => [`no ${name}`, !is] as const);
  return { ...conditions, ...Object.fromEntries(negated) };
}

/** The first plan whose customers all have the same limits. */
function planWithLimits({ plans }: Service): [string, Limits] | undefined {
  return Object.entries(plans).find((one): one is [string, Limits] => one[1] !== 'custom');
}

/** The operations of the service itself, and those of them that examples call. */
function exampleOperations({ operations }: Contract) {
  const own = operations.filter((one) => !isOfAccount(one));
  const list = own.find(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
  const create = own.find((one) => one.method === 'post' && isIdempotent(one));
  return { own, list, create };
}

function isOfAccount({ tag }: Operation): boolean {
  return tag === ACCOUNT_TAG;
}

function isIdempotent(operation: Operation): boolean {
  return hasHeader(operation, 'idempotency-key');
}

/** Whether it is a change that can depend on the tag of what is changed. */
function isConditional(operation: Operation): boolean {
  return hasHeader(operation, 'if-match');
}

function hasHeader({ parameters }: Operation, header: string): boolean {
  return parameters.some(({ name }) => name.toLowerCase() === header);
}

/** The first example of a body, in one line. */
function bodyExample({ requestBody }: Operation): string | undefined {
  const [example] = requestBody?.body?.examples ?? [];
  return example && JSON.stringify(example.value);
}

/** The first example of a 404, in one line. */
function errorExample({ responses }: Operation): string | undefined {
  const [example] = responses.find(({ status }) => status === '404')?.body?.examples ?? [];
  return example && JSON.stringify(example.value);
}
