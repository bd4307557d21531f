import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../src/config.ts';
import { contract } from '../src/contract/index.ts';
import {
  type Database,
  dayOf,
  latestUse,
  type PrismaClient,
  type Stamp,
} from '../src/database/index.ts';
import {
  createKey,
  hashApiKey,
  hintOf,
  type KeyInfo,
  keysIn,
  listKeys,
  type NewKeyInfo,
  revokeKey,
  rotateKey,
  scopesText,
  setPlan,
  setScopes,
  unbanKey,
} from '../src/keys/index.ts';
import { type Limits, PLAN_LIMITS, type Plan } from '../src/limits/index.ts';
import { openMigratedDatabase } from '../src/migrations/index.ts';
import { wholeNumber } from './arguments.ts';
import { bar, type Columns, csv, table } from './keys-tables.ts';

const { 'x-scopes': scopes } = contract.document.components.securitySchemes.apiKey;
const KNOWN_SCOPES = Object.keys(scopes);
const readCount = wholeNumber(1, 2 ** 31 - 1);
const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
const MAX_DURATION_MS = 36_500 * 864e5;
/** The longest line that a terminal passes on. */
const MAX_ANSWER_BYTES = 4_096;

const EXAMPLES = `
A duration is a whole number and a unit: 30s, 15m, 24h or 90d.
The scopes are ${KNOWN_SCOPES.join(', ')}.
DATABASE_URL selects the database.

Show the owners of leaked keys, then revoke the keys:
  npm run --silent keys -- find < leaked.log
  npm run --silent keys -- find --revoke < leaked.log
`;

/** What a command uses of the process that runs it. */
export interface Surroundings {
  open(): Promise<Pick<Database, 'client' | 'close'>>;
  /** Reads standard input to its end. */
  readInput(): Promise<string>;
  /** Asks on the terminal. @throws if the process has no terminal */
  ask(question: string): Promise<string>;
  /** Columns of the terminal; undefined if the output goes elsewhere. */
  readonly width?: number | undefined;
}

/** The arguments and options of a command, as far as the command has them. */
interface Given extends Surroundings {
  /** The key's id. */
  readonly id: number;
  readonly stamp: Stamp;
  readonly json?: true;
  readonly csv?: true;
  readonly name: string;
  readonly plan: Plan;
  readonly perMinute?: number;
  readonly perDay?: number;
  readonly expiresIn?: number;
  readonly scopes: readonly string[] | 'all';
  readonly overlap: number;
  readonly customer?: number;
  readonly state?: string;
  readonly days: number;
  readonly revoke?: true;
  readonly yes?: true;
}

/** The output of a command with --json, and without. */
interface Result {
  readonly json: unknown;
  readonly text: string;
}

interface KeyCommand {
  readonly does: string;
  readonly options?: readonly Option[];
  run(client: PrismaClient, given: Given): Promise<Result | KeyInfo | NewKeyInfo>;
}

const PLAN = new Option('--plan <plan>').choices(Object.keys(PLAN_LIMITS)).makeOptionMandatory();
const LIMITS = ['--per-minute <n>', '--per-day <n>'].map((flags) =>
  new Option(flags, 'for the plan enterprise').argParser(readCount),
);
const CUSTOMER = new Option('--customer <id>', 'all keys of a customer').argParser(readCount);
const SCOPES = ['--scopes <list>', 'all, or comma-separated: pets:read,orders:read'] as const;

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  create: {
    does: 'create a customer and its key, which is shown once',
    options: [
      new Option('--name <name>').makeOptionMandatory(),
      PLAN,
      ...LIMITS,
      new Option(...SCOPES).argParser(readScopes),
      new Option('--expires-in <duration>').argParser(readDurationMs),
    ],
    run: async (client, given) => {
      const { name, plan, expiresIn, stamp } = given;
      const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn);
      const limits = limitsIn(given);
      const customer = { name, plan, limits, scopes: scopesIn(given), expiresAt };
      return createKey(client, customer, stamp);
    },
  },
  list: {
    does: 'list keys with their owner, state and last use',
    options: [
      CUSTOMER,
      new Option('--state <state>').choices(['active', 'rotating', 'expired', 'revoked', 'banned']),
    ],
    run: async (client, { customer, state, width }) => {
      const keys = await listKeys(client, customer === undefined ? {} : { customerId: customer });
      const uses = await latestUse(client, Date.now());
      const rows = keys
        .filter((key) => state === undefined || key.state === state)
        .map((key) => ({ ...key, ...(uses.get(key.id) ?? { lastUsedAt: null, usedToday: 0 }) }));
      const text = rows.length === 0 ? 'No keys.\n' : table(rows, KEY_COLUMNS, width);
      return { json: rows, text };
    },
  },
  find: {
    does: 'show the owners of the keys in standard input, such as a leaked log',
    options: [
      new Option('--revoke', 'revoke the keys, after a confirmation'),
      new Option('--yes', 'revoke without a confirmation'),
    ],
    run: findKeys,
  },
  'usage [ID]': {
    does: 'show how many requests a key has sent, and how many got a 4xx, by day (UTC)',
    options: [
      CUSTOMER,
      new Option('--days <n>', 'including today, at most 400')
        .argParser(wholeNumber(1, 400))
        .default(30),
      new Option('--csv', 'print CSV'),
    ],
    run: showUsage,
  },
  'log [ID]': {
    does: 'show who has changed a key, or any key, and how',
    run: async (client, { id, width }) => {
      const all = { where: { apiKeyId: id }, orderBy: { id: 'asc' } } as const;
      const events = await client.keyEvent.findMany(all);
      return { json: events, text: table(events, EVENT_COLUMNS, width) };
    },
  },
  'rotate <ID>': {
    does: 'create a new key with the same rights; the old one works until the overlap ends',
    options: [new Option('--overlap <duration>').argParser(readDurationMs).makeOptionMandatory()],
    run: (client, { id, overlap, stamp }) => rotateKey(client, id, overlap, stamp),
  },
  'revoke <ID>': {
    does: 'revoke a key: every instance rejects it within a second',
    run: (client, { id, stamp }) => revokeKey(client, id, stamp),
  },
  'unban <ID>': {
    does: 'lift a ban',
    run: (client, { id, stamp }) => unbanKey(client, id, stamp),
  },
  'set-plan <ID>': {
    does: "move the key's customer to another plan; counted requests stay counted",
    options: [PLAN, ...LIMITS],
    run: (client, given) => setPlan(client, given.id, given.plan, limitsIn(given), given.stamp),
  },
  'set-scopes <ID>': {
    does: 'change what a key may do, on every instance within a second',
    options: [new Option(...SCOPES).argParser(readScopes).makeOptionMandatory()],
    run: (client, given) => setScopes(client, given.id, scopesIn(given), given.stamp),
  },
};

export async function main(args: string[]): Promise<void> {
  const output = await runKeyCommand(args, {
    open: () => openMigratedDatabase(readConfig(process.env).DATABASE_URL),
    readInput,
    ask: askOnTerminal,
    width: process.stdout.columns || undefined,
  });
  process.stdout.write(output);
}

/**
 * Runs a command on the keys of a database.
 *
 * @param args the command line, such as `rotate 1 --overlap 24h`
 * @returns what to print
 * @throws one clear line
 */
export async function runKeyCommand(args: string[], surroundings: Surroundings): Promise<string> {
  if (args.some((arg) => /ask_[0-9A-Za-z]{38}/.test(arg))) {
    throw new Error(
      'An API key must not be an argument, which other users can see: `find` reads standard input.',
    );
  }
  let output = '';
  const program = new Command('npm run --silent keys --')
    .description('Manages API keys.')
    .option('--json', 'print JSON')
    .option('--as <name>', 'your name in the log', systemUser())
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => (output += text), writeErr: () => undefined })
    .addHelpText('after', EXAMPLES)
    .exitOverride();
  for (const [usage, { does, options = [], run }] of Object.entries(COMMANDS)) {
    const command = program.command(usage).description(does);
    for (const option of options) command.addOption(option);
    for (const argument of command.registeredArguments) argument.argParser(readCount);
    command.action(async () => {
      const [id] = command.processedArgs;
      const values = command.optsWithGlobals();
      const stamp = { actor: values.as, at: new Date() };
      const given = { ...values, ...surroundings, id, stamp } as unknown as Given;
      const { client, close } = await surroundings.open();
      const result = await run(client, given).finally(close);
      const { json, text } = 'json' in result ? result : describe(result, given);
      output += given.json ? `${JSON.stringify(json)}\n` : text;
    });
  }
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new Error(error.message.replace(/^error: /, ''));
  }
  return output;
}

async function findKeys(client: PrismaClient, given: Given): Promise<Result> {
  const { revoke, yes, stamp, width, readInput, ask } = given;
  const rows: Row[] = [];
  for (const key of keysIn(await readInput())) {
    const [found] = await listKeys(client, { hash: hashApiKey(key) });
    rows.push(found ?? { hint: hintOf(key), state: 'unknown' });
  }
  const ids = rows.flatMap(({ id, state }) => (id && state !== 'revoked' ? [id] : []));
  const show = () => (rows.length > 0 ? table(rows, KEY_COLUMNS, width) : 'No keys.\n');
  if (revoke && ids.length > 0) {
    const question = `${show()}\nRevoke ${ids.join(', ')}? Type yes: `;
    if (!yes && (await ask(question)) !== 'yes') throw new Error('No key was revoked.');
    for (const id of ids) {
      rows[rows.findIndex((row) => row.id === id)] = await revokeKey(client, id, stamp);
    }
  }
  return { json: rows, text: show() };
}

async function showUsage(client: PrismaClient, given: Given): Promise<Result> {
  const { id, customer, days, width } = given;
  if ((id === undefined) === (customer === undefined)) throw new Error('Pass an ID or --customer.');
  const keys = await listKeys(client, customer === undefined ? { id } : { customerId: customer });
  if (keys.length === 0) throw new Error('There is no such key.');
  const usages = await client.keyUsage.findMany({
    where: {
      apiKeyId: { in: keys.map((key) => key.id) },
      day: { gt: dayOf(Date.now() - days * 864e5) },
    },
    orderBy: [{ day: 'asc' }, { apiKeyId: 'asc' }, { operation: 'asc' }],
  });
  const rows = usages.map(({ apiKeyId, day, operation, requests, clientErrors, lastUsedAt }) => {
    return { apiKeyId, day, operation, requests, client_errors: clientErrors, lastUsedAt };
  });
  if (given.csv) return { json: rows, text: csv(rows) };
  if (rows.length === 0) return { json: rows, text: 'No requests.\n' };
  const tables = (['day', 'operation'] as const).map((name) => {
    const groups = [...Map.groupBy(rows, (row) => row[name])].map(([title, group]) => ({
      title,
      requests: group.reduce((sum, { requests }) => sum + requests, 0),
      client_errors: group.reduce((sum, row) => sum + row.client_errors, 0),
    }));
    const most = Math.max(...groups.map(({ requests }) => requests));
    const columns: Columns<(typeof groups)[number]> = {
      [name]: ({ title }) => title,
      requests: ({ requests }) => requests,
      client_errors: ({ client_errors }) => client_errors,
      ' ': ({ requests }) => bar(requests, most),
    };
    return table(groups, columns, width);
  });
  return { json: rows, text: tables.join('\n') };
}

function describe(key: KeyInfo | NewKeyInfo, { width }: Given): Result {
  const shownOnce =
    'key' in key ? `\n${key.key}\n\nSave this key now: it is not shown again.\n` : '';
  return { json: key, text: table([key], KEY_COLUMNS, width) + shownOnce };
}

/** A key, or the fields that are known of an unknown key. */
type Row = Partial<KeyInfo> & {
  readonly hint: string | null;
  readonly state: string;
  readonly lastUsedAt?: Date | null;
  readonly usedToday?: number;
};

const KEY_COLUMNS: Columns<Row> = {
  id: ({ id = '' }) => id,
  customer: ({ customerId = '', name = '' }) => `${customerId} ${name}`,
  key: ({ hint }) => hint ?? '',
  state: ({ state }) => state,
  'last used': ({ lastUsedAt }) => minuteOf(lastUsedAt),
  plan: ({ plan = '' }) => plan,
  scopes: ({ scopes }) => (scopes === undefined ? '' : scopesText({ scopes })),
  today: ({ usedToday = '' }) => usedToday,
  created: ({ createdAt }) => minuteOf(createdAt),
  until: (key) => minuteOf(endOf(key)),
  'per minute': ({ perMinute = '' }) => perMinute,
  'per day': ({ perDay = '' }) => perDay,
};

type Event = Awaited<ReturnType<PrismaClient['keyEvent']['findMany']>>[number];

const EVENT_COLUMNS: Columns<Event> = {
  at: ({ at }) => minuteOf(at),
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  key: ({ apiKeyId }) => apiKeyId,
  customer: ({ customerId }) => customerId,
  detail: ({ detail }) => detail,
};

/** A time in UTC, to the minute. */
function minuteOf(time: Date | null | undefined): string {
  return time?.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ') ?? '';
}

/** When the key was revoked, when its ban ends, or when the key expires. */
function endOf({ state, expiresAt, revokedAt, bannedUntil }: Row) {
  if (state === 'revoked') return revokedAt;
  return state === 'banned' ? bannedUntil : expiresAt;
}

function scopesIn({ scopes = 'all' }: Partial<Given>): readonly string[] | null {
  return scopes === 'all' ? null : scopes;
}

function limitsIn({ perMinute, perDay }: Given): Limits | undefined {
  if (perMinute === undefined && perDay === undefined) return undefined;
  if (perMinute === undefined) throw new Error('--per-minute is required.');
  if (perDay === undefined) throw new Error('--per-day is required.');
  return { perMinute, perDay };
}

/** Returns `all` instead of null, which commander would turn into an empty text. */
function readScopes(value: string): readonly string[] | 'all' {
  if (value === 'all') return value;
  const scopes = [...new Set(value.split(','))];
  const unknown = scopes.find((scope) => !KNOWN_SCOPES.includes(scope));
  if (unknown === undefined) return scopes;
  throw new InvalidArgumentError(`It must be all, or some of ${KNOWN_SCOPES.join(', ')}.`);
}

function readDurationMs(value: string): number {
  const [, count, unit] = /^([1-9]\d*)([smhd])$/.exec(value) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (durationMs <= MAX_DURATION_MS) return durationMs;
  throw new InvalidArgumentError(
    'It must be a duration such as 30s, 15m, 24h or 90d, at most 100 years.',
  );
}

/** The name of the user, or the number if the user has no name, as in a container. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

function readInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Paste keys or a log, then press Ctrl+D.\n');
  return text(process.stdin);
}

/** Reads from the terminal, because standard input may be the log that is searched. */
async function askOnTerminal(question: string): Promise<string> {
  const terminal = openTerminal();
  writeSync(terminal, question);
  const line = Buffer.alloc(MAX_ANSWER_BYTES);
  const length = readSync(terminal, line);
  closeSync(terminal);
  return line.toString('utf8', 0, length).trim();
}

function openTerminal(): number {
  try {
    return openSync('/dev/tty', 'r+');
  } catch {
    throw new Error('There is no terminal for the question. Add --yes.');
  }
}
