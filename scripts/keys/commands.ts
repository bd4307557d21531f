import { Option } from 'commander';
import { latestUse } from '../../src/database/index.ts';
import {
  createKey,
  hashApiKey,
  hintOf,
  keysIn,
  listKeys,
  revokeKey,
  rotateKey,
  setPlan,
  setScopes,
  unbanKey,
} from '../../src/keys/index.ts';
import {
  CUSTOMER,
  type KeyCommand,
  LIMITS,
  limitsIn,
  PLAN,
  readDurationMs,
  scopesIn,
  scopesOption,
} from './options.ts';
import { EVENT_COLUMNS, type KeyRow, keysTable, table } from './tables.ts';
import { usage } from './usage.ts';

/** By the name and the argument of a command, in the order of the help. */
export const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  create: {
    does: 'create a customer and its key, which is shown once',
    options: [
      new Option('--name <name>', 'name of the customer').makeOptionMandatory(),
      PLAN,
      ...LIMITS,
      scopesOption(),
      new Option('--expires-in <duration>', 'how long the key works').argParser(readDurationMs),
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
      new Option('--state <state>', 'only keys in this state').choices([
        'active',
        'rotating',
        'expired',
        'revoked',
        'banned',
      ]),
    ],
    run: async (client, { customer, state, width }) => {
      const keys = await listKeys(client, customer === undefined ? {} : { customerId: customer });
      const uses = await latestUse(client, Date.now());
      const rows = keys
        .filter((key) => state === undefined || key.state === state)
        .map((key) => ({ ...key, ...(uses.get(key.id) ?? { lastUsedAt: null, usedToday: 0 }) }));
      return { json: rows, text: keysTable(rows, width) };
    },
  },
  find: {
    does: 'show the owners of the keys in standard input, such as a leaked log',
    options: [
      new Option('--revoke', 'revoke the keys, after a confirmation'),
      new Option('--yes', 'revoke without a confirmation'),
    ],
    run: async (client, { revoke, yes, stamp, width, readInput, ask }) => {
      const rows: KeyRow[] = [];
      for (const key of keysIn(await readInput())) {
        const [found] = await listKeys(client, { hash: hashApiKey(key) });
        rows.push(found ?? { hint: hintOf(key), state: 'unknown' });
      }
      const ids = rows.flatMap(({ id, state }) => (id && state !== 'revoked' ? [id] : []));
      if (revoke && ids.length > 0) {
        const question = `${keysTable(rows, width)}\nRevoke ${ids.join(', ')}? Type yes: `;
        if (!yes && (await ask(question)) !== 'yes') throw new Error('No key was revoked.');
        for (const id of ids) {
          rows[rows.findIndex((row) => row.id === id)] = await revokeKey(client, id, stamp);
        }
      }
      return { json: rows, text: keysTable(rows, width) };
    },
  },
  'usage [ID]': usage,
  'log [ID]': {
    does: 'show who has changed a key, or any key, and how',
    run: async (client, { id, width }) => {
      const query = { where: { apiKeyId: id }, orderBy: { id: 'asc' } } as const;
      const events = await client.keyEvent.findMany(query);
      return { json: events, text: table(events, EVENT_COLUMNS, width) };
    },
  },
  'rotate <ID>': {
    does: 'create a new key with the same rights; the old one works until the overlap ends',
    options: [
      new Option('--overlap <duration>', 'how long the old key still works')
        .argParser(readDurationMs)
        .makeOptionMandatory(),
    ],
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
    options: [scopesOption().makeOptionMandatory()],
    run: (client, given) => setScopes(client, given.id, scopesIn(given), given.stamp),
  },
};
