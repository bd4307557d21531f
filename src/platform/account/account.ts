// The operations of the account, which every service has whose contract has them.

import type { operations } from '../../../generated/platform/openapi.ts';
import {
  type AnyHandlers,
  addressMaker,
  type Contract,
  type HandlerOf,
  type Operation,
  page,
} from '../contract/index.ts';
import { DAY_MS, type Database, dayOf } from '../database/index.ts';
import { errors } from '../errors/index.ts';
import { expectCreated, idempotencyKeyReader } from '../idempotency/index.ts';
import {
  type KeyInfo,
  type KeyRules,
  type ListedKeyInfo,
  type NewKeyInfo,
  openUsage,
  problemOfName,
} from '../keys/index.ts';
import { openOwnKeys } from './own-keys.ts';

/** Days from `from` to `to`, by default and at most. */
const DEFAULT_DAYS = 29;
const MAX_DAYS = 399;
/** From then on, a response would have a year of five digits, which RFC 3339 does not know. */
const YEAR_10000_MS = Date.UTC(10_000, 0);

/** The operations that a service does not handle itself. */
export type AccountOperations = operations;
type Handler<Id extends keyof operations> = HandlerOf<operations, Id>;

interface AccountOptions {
  readonly contract: Contract;
  readonly database: Database;
  readonly keyRules: KeyRules;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

/**
 * Adds the handlers of the account to those of a service, if the contract has the account. What it
 * returns throws if the service has one of them, too.
 */
export function withAccount<Options extends AccountOptions>(
  createHandlers: (options: Options) => AnyHandlers | Promise<AnyHandlers>,
) {
  return async (options: Options): Promise<AnyHandlers> => {
    const own = await createHandlers(options);
    if (!hasAccount(options.contract)) return own;
    const account = accountHandlers(options);
    const taken = Object.keys(account).find((operationId) => operationId in own);
    if (taken !== undefined) throw new Error(`The platform handles ${taken} already.`);
    return { ...account, ...own };
  };
}

/** The scopes of a key that manages others; none in a contract without the account. */
export function managerScopesOf(contract: Contract): readonly string[] {
  return hasAccount(contract) ? contract.findOperation('createKey').scopes : [];
}

/** Whether a contract has the account. */
export function hasAccount({ operations }: Contract): boolean {
  return operations.some(isOfAccount);
}

/** Whether it is the operation that every contract with the account has. */
function isOfAccount({ operationId, path }: Operation): boolean {
  return operationId === ('getAccount' satisfies keyof AccountOperations) && path === '/account';
}

function accountHandlers({ contract, database, keyRules, now }: AccountOptions) {
  const { scopes, explicitScopes, realm } = contract;
  const keys = openOwnKeys({
    database,
    keyRules,
    scopes,
    explicitScopes,
    writeScopes: managerScopesOf(contract),
    realm,
    now,
  });
  const { keyFormat } = keyRules;
  const usage = openUsage(database);
  const keyAddress = addressMaker(contract.findOperation('getKey'));
  const readIdempotencyKey = idempotencyKeyReader(contract.findOperation('createKey'), keyFormat);

  const getAccount: Handler<'getAccount'> = async ({ caller }) => {
    const own = await keys.find(caller.customer);
    const { customerName: name, plan, limits } = own;
    return { name, plan, limits, key: keyOf(own) };
  };

  const listUsage: Handler<'listUsage'> = async (request, reply) => {
    const { query, caller } = request;
    const { keyId, to = dayOf(now()) } = query;
    const { from = dayOf(Date.parse(to) - DEFAULT_DAYS * DAY_MS) } = query;
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
    if (days < 0 || days > MAX_DAYS) {
      throw errors.invalidParameter(
        `from must be 0 to ${MAX_DAYS} days before to, which is ${to}.`,
      );
    }
    const key = keyId === undefined ? undefined : await keys.get(caller.customer, BigInt(keyId));
    const { customerId } = caller.customer;
    // All pages are of the same days, also if another day begins between them.
    const sameDays = { url: request.url, query: { ...query, from, to } };
    return page(sameDays, reply, usage, { customerId, keyId: key?.id, fromDay: from, toDay: to });
  };

  const listKeys: Handler<'listKeys'> = async (request, reply) => {
    const { caller, query } = request;
    const { customerId } = caller.customer;
    const rows = await page(request, reply, keys.list, { customerId, state: query.state });
    return rows.map(listedKeyOf);
  };

  const getKey: Handler<'getKey'> = async ({ caller, params }) =>
    listedKeyOf(await keys.get(caller.customer, BigInt(params.keyId)));

  const createKey: Handler<'createKey'> = async (request, reply) => {
    const { caller, body } = request;
    const { name, scopes, expiresAt: end } = body;
    const problem = keyFormat.resemblesApiKey(name)
      ? 'name must not contain an API key.'
      : problemOfName(name);
    if (problem !== undefined) throw errors.invalidBody(problem);
    const expiresAt = end === undefined ? undefined : readEnd(end);
    const key = { name, scopes, expiresAt };
    const outcome = await keys.create(caller.customer, key, readIdempotencyKey(request));
    const id = expectCreated(outcome);
    // The key itself is not stored, so it cannot be shown again.
    if (outcome.kind !== 'created') throw errors.keyAlreadyCreated(id, keyAddress({ keyId: id }));
    reply.header('Location', keyAddress({ keyId: id }));
    return createdKeyOf(outcome.key);
  };

  const rotateKey: Handler<'rotateKey'> = async ({ caller, params, body }, reply) => {
    const overlapMs = body.overlapSeconds * 1_000;
    const key = await keys.rotate(caller.customer, BigInt(params.keyId), overlapMs);
    reply.header('Location', keyAddress({ keyId: key.id }));
    return createdKeyOf(key);
  };

  const revokeKey: Handler<'revokeKey'> = async ({ caller, params, query }) => {
    await keys.revoke(caller.customer, BigInt(params.keyId), query.withCreated);
    return undefined;
  };

  return { getAccount, listUsage, listKeys, getKey, createKey, rotateKey, revokeKey };
}

/** @throws invalid_body for a time that JavaScript does not know, or that no response can have */
function readEnd(text: string): Date {
  const end = new Date(text);
  // A leap second becomes NaN, which is not less.
  if (end.getTime() < YEAR_10000_MS) return end;
  throw errors.invalidBody('expiresAt must be before the year 10000 in UTC, and no leap second.');
}

function keyOf({ id, hint, name, scopes, createdAt, expiresAt }: KeyInfo) {
  return {
    id,
    hint,
    name,
    scopes: scopes && [...scopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  };
}

function listedKeyOf(key: KeyInfo & Pick<ListedKeyInfo, 'lastUsedAt'>) {
  const { state, createdBy, lastUsedAt } = key;
  return { ...keyOf(key), state, createdBy, lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

function createdKeyOf(key: NewKeyInfo) {
  return { ...listedKeyOf({ ...key, lastUsedAt: null }), key: key.key };
}
