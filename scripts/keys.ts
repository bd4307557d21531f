import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { type Database, openMigratedDatabase, type PrismaClient } from '../src/database/index.ts';
import {
  createKey,
  type KeyInfo,
  listKeys,
  type NewKeyInfo,
  revokeKey,
  rotateKey,
  setPlan,
  unbanKey,
} from '../src/keys/index.ts';
import { type Limits, PLAN_LIMITS, type Plan } from '../src/limits/index.ts';
import { readName, readWholeNumber } from './arguments.ts';

const PLANS = Object.keys(PLAN_LIMITS) as Plan[];
const MAX_COUNT = 2 ** 31 - 1;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
const MAX_DURATION_MS = 36_500 * 864e5;

const HELP = `Manages API keys.

  npm run --silent keys -- create --name NAME --plan ${PLANS.join('|')}
                                  [--per-minute N --per-day N] [--expires-in 90d]
  npm run --silent keys -- list
  npm run --silent keys -- rotate ID --overlap 24h
  npm run --silent keys -- revoke ID
  npm run --silent keys -- unban ID
  npm run --silent keys -- set-plan ID --plan ${PLANS.join('|')}
                                  [--per-minute N --per-day N]

create    creates a customer and its key, which is shown once; the plan enterprise requires
          --per-minute and --per-day
rotate    creates a new key for the same customer; the old key works until the overlap ends
revoke    revokes a key: every instance rejects it within a second
unban     lifts a ban
set-plan  moves the key's customer to another plan; what is used of its limits stays used

A duration is a whole number and a unit: 30s, 15m, 24h or 90d. With --json the output is one JSON
object, for list an array. DATABASE_URL selects the database.
`;

type Values = Readonly<Record<string, string | boolean | undefined>>;

interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Whether the command takes the ID of a key. */
  readonly takesId: boolean;
  run(client: PrismaClient, values: Values, id: number): Promise<KeyInfo | NewKeyInfo | KeyInfo[]>;
}

const text = { type: 'string' } as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  create: {
    options: { name: text, plan: text, 'per-minute': text, 'per-day': text, 'expires-in': text },
    takesId: false,
    run: (client, values) =>
      createKey(client, {
        name: required(values, 'name'),
        plan: readPlan(values),
        limits: readLimits(values),
        expiresAt: readExpiry(values),
      }),
  },
  list: { options: {}, takesId: false, run: (client) => listKeys(client) },
  rotate: {
    options: { overlap: text },
    takesId: true,
    run: (client, values, id) =>
      rotateKey(client, id, readDurationMs('overlap', required(values, 'overlap'))),
  },
  revoke: { options: {}, takesId: true, run: (client, _values, id) => revokeKey(client, id) },
  unban: { options: {}, takesId: true, run: (client, _values, id) => unbanKey(client, id) },
  'set-plan': {
    options: { plan: text, 'per-minute': text, 'per-day': text },
    takesId: true,
    run: (client, values, id) => setPlan(client, id, readPlan(values), readLimits(values)),
  },
};

const COLUMNS: Readonly<Record<string, (key: KeyInfo) => string>> = {
  id: (key) => String(key.id),
  customer: (key) => `${key.customerId} ${key.name}`,
  plan: (key) => key.plan,
  'per minute': (key) => String(key.perMinute),
  'per day': (key) => String(key.perDay),
  state: (key) => key.state,
  until: (key) => endOf(key)?.toISOString() ?? '',
};

export async function main(args: string[]): Promise<void> {
  const open = () => openMigratedDatabase(readConfig(process.env).DATABASE_URL);
  process.stdout.write(await runKeyCommand(args, open));
}

/**
 * Runs a command on the keys of a database.
 *
 * @param args the command line, such as `rotate 1 --overlap 24h`
 * @param open opens the database, which an invalid command line and the help do not need
 * @returns what to print
 * @throws one clear line
 */
export async function runKeyCommand(
  args: string[],
  open: () => Promise<Pick<Database, 'client' | 'close'>>,
): Promise<string> {
  const [name = 'help', ...rest] = args;
  if (name === 'help' || args.includes('--help')) return HELP;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Error(`Unknown command ${name}. See: npm run --silent keys -- --help`);
  const { values, positionals } = parseArgs({
    args: rest,
    options: { ...command.options, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const id = readId(positionals, command.takesId);
  const database = await open();
  try {
    const result = await command.run(database.client, values as Values, id);
    return values.json ? `${JSON.stringify(result)}\n` : readable(result);
  } finally {
    await database.close();
  }
}

/** @returns 0 for a command that takes no ID */
function readId([id, ...others]: string[], takesId: boolean): number {
  const [unexpected] = takesId ? others : [id];
  if (unexpected !== undefined) throw new Error(`Unexpected argument ${unexpected}.`);
  if (!takesId) return 0;
  if (id === undefined) throw new Error('ID is required.');
  return readCount('ID', id);
}

function required(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`--${name} is required.`);
  return value;
}

function readPlan(values: Values): Plan {
  return readName('--plan', required(values, 'plan'), PLANS);
}

function readLimits(values: Values): Limits | undefined {
  if (values['per-minute'] === undefined && values['per-day'] === undefined) return undefined;
  return {
    perMinute: readCount('--per-minute', required(values, 'per-minute')),
    perDay: readCount('--per-day', required(values, 'per-day')),
  };
}

function readCount(name: string, value: string): number {
  return readWholeNumber(name, value, 1, MAX_COUNT);
}

function readExpiry(values: Values): Date | undefined {
  const value = values['expires-in'];
  if (typeof value !== 'string') return undefined;
  return new Date(Date.now() + readDurationMs('expires-in', value));
}

function readDurationMs(name: string, value: string): number {
  const [, count, unit] = /^([1-9]\d*)([smhd])$/.exec(value) ?? [];
  const durationMs = Number(count) * (UNIT_MS[unit ?? ''] ?? Number.NaN);
  if (!(durationMs <= MAX_DURATION_MS)) {
    throw new Error(
      `--${name} must be a duration such as 30s, 15m, 24h or 90d, at most 100 years.`,
    );
  }
  return durationMs;
}

function readable(result: KeyInfo | NewKeyInfo | KeyInfo[]): string {
  if (Array.isArray(result)) return result.length === 0 ? 'No keys yet.\n' : table(result);
  const { key } = result as Partial<NewKeyInfo>;
  const shownOnce = key ? `\n${key}\n\nSave this key now: it is not shown again.\n` : '';
  return table([result]) + shownOnce;
}

function table(keys: KeyInfo[]): string {
  const columns = Object.entries(COLUMNS).map(([name, show]) => {
    const cells = [name, ...keys.map(show)];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((cell) => cell.padEnd(width));
  });
  const lines = [COLUMNS, ...keys].map((_, row) => columns.map((column) => column[row]).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** When the key was revoked, or its ban or the key itself ends. */
function endOf({ state, expiresAt, revokedAt, bannedUntil }: KeyInfo): Date | null {
  if (state === 'revoked') return revokedAt;
  return state === 'banned' ? bannedUntil : expiresAt;
}
