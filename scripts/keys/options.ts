// The shape of a command and of its arguments, and the options that several commands share.

import { InvalidArgumentError, Option } from 'commander';
import { managerScopesOf } from '../../src/platform/account/index.ts';
import { DAY_MS, type Database } from '../../src/platform/database/index.ts';
import {
  type KeyInfo,
  type KeyRules,
  type KeyStore,
  keyRulesOf,
  type Limits,
  type NewKeyInfo,
  problemOfName,
  type Stamp,
} from '../../src/platform/keys/index.ts';

import { propertiesOf, type Schema } from '../../src/platform/schema/schemas.ts';
import { compileCheck } from '../../src/platform/schema/validation.ts';
import type { Service } from '../../src/platform/service.ts';
import { loadContract } from '../../src/platform/versions.ts';
import { wholeNumber } from '../arguments.ts';

/** What a command uses of the process that runs it. */
export interface Surroundings {
  /** Reads standard input to its end. */
  readInput(): AsyncIterable<Buffer>;
  /** Asks on the terminal. @throws if the process has no terminal */
  ask(question: string): Promise<string>;
  /** Columns of the terminal; undefined if the output goes elsewhere. */
  readonly width?: number | undefined;
}

/** The arguments and options of all commands. A command gets those that it declares. */
export interface Given extends Surroundings {
  /** The id that the command is about: of a key, or of the customer to remove. */
  readonly id: bigint;
  /** Who changes a key, and when: now, which is after a confirmation. */
  readonly stamp: () => Stamp;
  readonly json?: true;
  readonly name?: string;
  readonly keyName?: string;
  readonly plan: string;
  readonly perMinute?: number;
  readonly perDay?: number;
  readonly expiresIn?: number;
  readonly never?: true;
  /** `all` stays a text: commander would turn null into an empty one. */
  readonly scopes?: readonly string[] | 'all';
  readonly manager?: true;
  readonly overlap: number;
  readonly customer?: bigint;
  readonly state?: string;
  readonly nearLimit?: true;
  readonly limit?: number;
  readonly since: number;
  readonly days: number;
  readonly revoke?: true;
  readonly withCreated?: true;
  readonly yes?: true;
}

/** In pieces, so that a list of any length fits in memory. */
type Output = AsyncIterable<string> | Iterable<string>;

/** The output of a command with --json, and without. */
export interface Result {
  json(): Output;
  text(): Output;
}

/** The keys that commands are about. */
export interface Keys extends KeyStore, Pick<Database, 'query'> {}

export interface KeyCommand {
  readonly does: string;
  readonly options?: readonly Option[];
  /** @returns the output, or the key that is to be shown */
  run(keys: Keys, given: Given): Result | Promise<Result | KeyInfo | NewKeyInfo>;
}

/** What commands know of the service. */
export interface Known extends KeyRules {
  /** All scopes, those that a key lacks unless it lists them, and those that manage keys. */
  readonly scopes: readonly string[];
  readonly explicitScopes: readonly string[];
  readonly managerScopes: readonly string[];
  /** Says what is wrong with the name of a key, by the rules for customers. */
  readonly problemOfKeyName: (name: string) => string | undefined;
}

export async function knownOf(service: Service): Promise<Known> {
  const [newest] = service.versions;
  const contract = await loadContract(newest);
  const { document, scopes, explicitScopes } = contract;
  const managerScopes = managerScopesOf(contract);
  const { NewKey } = document.components?.schemas ?? {};
  const { name } = propertiesOf((NewKey ?? {}) as Schema);
  const check = compileCheck(
    { type: 'object', properties: { name: name ?? {} } },
    { source: 'json', direction: 'request', noun: 'field' },
  );
  const problemOfKeyName = (name: string) => check({ name })[0] ?? problemOfName(name);
  return { ...keyRulesOf(service), scopes, explicitScopes, managerScopes, problemOfKeyName };
}

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
};
const MAX_DURATION_MS = 36_500 * DAY_MS;

export const readCount = wholeNumber(1, 2 ** 31 - 1);
const MAX_ID = 2n ** 63n - 1n;

/** Reads the id of a key or a customer. */
export function readId(text: string): bigint {
  if (/^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_ID) return BigInt(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${MAX_ID}.`);
}

/** The plan of a customer. */
export function planOption({ plans }: Known): Option {
  return new Option('--plan <plan>', 'plan of the customer').choices(plans.names);
}

/** Where a plan has no limits of its own. */
export function limitOptions({ plans }: Known): Option[] {
  const custom = plans.names.filter((plan) => plans.fixedLimits(plan) === 'custom');
  if (custom.length === 0) return [];
  return ['--per-minute <n>', '--per-day <n>'].map((flags) =>
    new Option(flags, `limit, for the plan ${custom.join(' or ')} only`)
      .argParser(readCount)
      // A further key has the limits of its customer.
      .conflicts('customer'),
  );
}

export const CUSTOMER = new Option('--customer <id>', 'the keys of this customer').argParser(
  readId,
);

export function scopesOption(known: Known): Option {
  const { scopes, explicitScopes } = known;
  const some = scopes.slice(0, 2).join();
  const description =
    explicitScopes.length > 0
      ? `all, which is all but ${explicitScopes.join()}; or comma-separated: ${some}, or ` +
        `all,${explicitScopes[0]}`
      : `all, or comma-separated: ${some}`;
  return new Option('--scopes <list>', description).argParser((value) => readScopes(value, known));
}

/** Those that a key without a list has, and some of the others. */
function withImplied(
  { scopes, explicitScopes }: Known,
  others: readonly string[],
): readonly string[] {
  return scopes.filter((scope) => !explicitScopes.includes(scope) || others.includes(scope));
}

/** Null for a key that may do everything that need not be listed. */
export function scopesIn(
  given: Pick<Given, 'scopes' | 'manager'>,
  known: Known,
): readonly string[] | null {
  if (given.manager) return withImplied(known, known.managerScopes);
  const { scopes = 'all' } = given;
  return scopes === 'all' ? null : scopes;
}

/** @throws if only one of both limits is given */
export function limitsIn({ perMinute, perDay }: Given): Limits | undefined {
  if (perMinute === undefined && perDay === undefined) return undefined;
  if (perMinute === undefined) throw new Error('--per-minute is required.');
  if (perDay === undefined) throw new Error('--per-day is required.');
  return { perMinute, perDay };
}

function readScopes(value: string, known: Known): Given['scopes'] {
  if (value === 'all') return value;
  const given = new Set(value.split(','));
  const hasAll = given.delete('all');
  const scopes = [...given];
  if (scopes.every((scope) => known.scopes.includes(scope))) {
    return hasAll ? withImplied(known, scopes) : scopes;
  }
  throw new InvalidArgumentError(`It must be all, or some of ${known.scopes.join(', ')}.`);
}

export function keyNameOption({ problemOfKeyName }: Known): Option {
  return new Option('--key-name <name>', 'what the key is for, as its customer sees it').argParser(
    (name: string) => {
      const problem = problemOfKeyName(name);
      if (problem === undefined) return name;
      throw new InvalidArgumentError(`The ${problem}`);
    },
  );
}

/** Reads who changes a key: `--as "$USER"` may be empty, and the log would name nobody. */
export function readActor(value: string): string {
  if (value.trim() !== '') return value;
  throw new InvalidArgumentError('It must not be empty.');
}

export function readDurationMs(value: string): number {
  const [, count, unit] = /^([1-9]\d*)([smhd])$/.exec(value) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (durationMs <= MAX_DURATION_MS) return durationMs;
  throw new InvalidArgumentError(
    'It must be a duration such as 30s, 15m, 24h or 90d, at most 100 years.',
  );
}

/** A day, or a time as in RFC 3339, whose seconds and zone may be missing. */
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i;

/** Reads an instant: so long ago, or a day or time, in UTC where it has no zone. */
export function readInstantMs(value: string): number {
  const [, day, time = '00:00', zone = 'Z'] = INSTANT.exec(value) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  const instantMs = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  // Another day is shown for one that does not exist, such as the 31st of February.
  const isReal = !Number.isNaN(instantMs) && midnight.toISOString().startsWith(`${day}T`);
  if (isReal) return instantMs;
  try {
    return Date.now() - readDurationMs(value);
  } catch {
    throw new InvalidArgumentError(
      'It must be a duration such as 24h, or a day or time (UTC unless it has a zone) such as ' +
        '2026-11-21 or 2026-11-21T09:30.',
    );
  }
}
