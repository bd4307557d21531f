// What guides can say of the service that they are published for, in its words, and what they can
// ask of it.

import { writeCursor } from '../../src/platform/contract/cursors.ts';
import type { Limits } from '../../src/platform/keys/plans.ts';
import type { Service } from '../../src/platform/service.ts';
import {
  asObject,
  basePathOf,
  examplesOf,
  explicitScopesOf,
  type FoundOperation,
  type Json,
  operationsOf,
  responsesOf,
  scopesOf,
} from '../contract/index.ts';
import { ACCOUNT_TAG } from './page/site.ts';

/** By how much the requests of an example exceed the limit per minute that they are about. */
const REQUESTS_BEYOND = 40;

/** The word for each placeholder. Undefined where the contract has none. */
export function wordsOf(contract: Json, service: Service): Record<string, string | undefined> {
  const { title, 'x-notice': notice } = asObject(contract.info);
  const { list, create, own } = exampleOperations(contract);
  const called = create ?? list ?? own[0];
  const [plan, limits] = planWithLimits(service) ?? [];
  const namesOf = (is: (one: FoundOperation) => boolean) =>
    operationsOf(contract)
      .filter(is)
      .map(({ operation }) => `\`${operation.operationId}\``);
  const names = namesOf(isIdempotent);
  const conditional = namesOf(isConditional);
  return {
    title: String(title),
    name: service.name,
    keyPrefix: service.keyPrefix,
    basePath: basePathOf(contract),
    noticeDays: `${asObject(notice).stable}`,
    plan: plan && `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
    manyRequests: limits && String(limits.perMinute + REQUESTS_BEYOND),
    readScope: Object.keys(scopesOf(contract))[0],
    explicitScopes: AND.format(explicitScopesOf(contract).map((scope) => `\`${scope}\``)),
    listOperation: list?.operation.operationId,
    listPath: list?.keys[1],
    listCursor: list && listCursor(`${basePathOf(contract)}${list.keys[1]}`),
    createOperation: called?.operation.operationId,
    createPath: create?.keys[1],
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
export function conditionsOf(contract: Json, service: Service): Record<string, boolean> {
  const operations = operationsOf(contract);
  const { list, create } = exampleOperations(contract);
  const conditions = {
    account: operations.some(isOfAccount),
    scopes: Object.keys(scopesOf(contract)).length > 0,
    'explicit scopes': explicitScopesOf(contract).length > 0,
    list: list !== undefined,
    create: create !== undefined,
    idempotency: operations.some(isIdempotent),
    'conditional changes': operations.some(isConditional),
    tags: operations.some(({ operation }) => responsesOf(operation).notModified.length > 0),
    notice: 'stable' in asObject(asObject(contract.info)['x-notice']),
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
function exampleOperations(contract: Json) {
  const own = operationsOf(contract).filter((one) => !isOfAccount(one));
  const list = own.find(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'cursor'),
  );
  const create = own.find((one) => one.method === 'post' && isIdempotent(one));
  return { own, list, create };
}

function isOfAccount({ operation: { tags = [] } }: FoundOperation): boolean {
  return tags.includes(ACCOUNT_TAG);
}

function isIdempotent(found: FoundOperation): boolean {
  return hasHeader(found, 'idempotency-key');
}

/** Whether it is a change that can depend on the tag of what is changed. */
function isConditional(found: FoundOperation): boolean {
  return hasHeader(found, 'if-match');
}

function hasHeader({ operation: { parameters = [] } }: FoundOperation, header: string): boolean {
  return parameters.some(({ name }) => name.toLowerCase() === header);
}

/** The first example of a body, in one line. */
function bodyExample({ operation }: FoundOperation): string | undefined {
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const [example] = media ? examplesOf(media) : [];
  return example && JSON.stringify(example.value);
}

/** The first example of a 404, in one line. */
function errorExample({ operation }: FoundOperation): string | undefined {
  const [, response] = responsesOf(operation).errors.find(([status]) => status === '404') ?? [];
  const [media] = Object.values(response?.content ?? {});
  const [example] = media ? examplesOf(media) : [];
  return example && JSON.stringify(example.value);
}
