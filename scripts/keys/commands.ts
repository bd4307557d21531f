// The commands, by the name and the argument of each.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { type Database, type PrismaClient, readKeyEvents } from '../../src/database/index.ts';
import {
  apiKeysIn,
  createKey,
  hintOf,
  identifyKeys,
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
import { eventsResult, type KeyRow, keysResult } from './tables.ts';
import { usage } from './usage.ts';

/** How many keys of a log are looked up together. */
const KEYS_PER_PAGE = 500;

/** In the order of the help. */
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
    run: async ({ client }, given) => {
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
    run: (database, { customer, state, width }) =>
      keysResult(() => keysInState(database, customer, state), width),
  },
  find: {
    does: 'show the owners of the keys in standard input, such as a leaked log',
    options: [
      new Option('--revoke', 'revoke the keys, after a confirmation'),
      new Option('--yes', 'revoke without a confirmation'),
    ],
    run: async ({ client }, { revoke, yes, stamp, width, readInput, ask }) => {
      const pages = await findOwners(client, readInput());
      const result = keysResult(() => pages, width);
      const active = pages.flat().flatMap(({ id, state }) => {
        return id && state !== 'revoked' ? [id] : [];
      });
      if (!revoke || active.length === 0) return result;
      const table = await text(Readable.from(result.text()));
      const question = `${table}\nRevoke ${active.join(', ')}? Type yes: `;
      if (!yes && (await ask(question)) !== 'yes') throw new Error('No key was revoked.');
      for (const page of pages) {
        for (const [i, { id, state }] of page.entries()) {
          if (id && state !== 'revoked') page[i] = await revokeKey(client, id, stamp);
        }
      }
      return result;
    },
  },
  'usage [ID]': usage,
  'log [ID]': {
    does: 'show who has changed a key, or any key, and how',
    run: (database, { id, width }) => eventsResult(() => readKeyEvents(database, id), width),
  },
  'rotate <ID>': {
    does: 'create a new key with the same rights; the old one works until the overlap ends',
    options: [
      new Option('--overlap <duration>', 'how long the old key still works')
        .argParser(readDurationMs)
        .makeOptionMandatory(),
    ],
    run: ({ client }, { id, overlap, stamp }) => rotateKey(client, id, overlap, stamp),
  },
  'revoke <ID>': {
    does: 'revoke a key: every instance rejects it within a second',
    run: ({ client }, { id, stamp }) => revokeKey(client, id, stamp),
  },
  'unban <ID>': {
    does: 'lift a ban',
    run: ({ client }, { id, stamp }) => unbanKey(client, id, stamp),
  },
  'set-plan <ID>': {
    does: "move the key's customer to another plan; counted requests stay counted",
    options: [PLAN, ...LIMITS],
    run: ({ client }, given) => setPlan(client, given.id, given.plan, limitsIn(given), given.stamp),
  },
  'set-scopes <ID>': {
    does: 'change what a key may do, on every instance within a second',
    options: [scopesOption().makeOptionMandatory()],
    run: ({ client }, given) => setScopes(client, given.id, scopesIn(given), given.stamp),
  },
};

async function* keysInState(
  database: Pick<Database, 'query'>,
  customerId: number | undefined,
  state: string | undefined,
) {
  for await (const page of listKeys(database, customerId)) {
    const keys = page.filter((key) => state === undefined || key.state === state);
    if (keys.length > 0) yield keys;
  }
}

/** Finds the keys in a log, and whose they are, a page at a time. */
async function findOwners(client: PrismaClient, log: AsyncIterable<Buffer>): Promise<KeyRow[][]> {
  const pages: KeyRow[][] = [];
  let apiKeys: string[] = [];
  const addPage = async () => {
    const owners = await identifyKeys(client, apiKeys);
    const unknown = (i: number) => ({ hint: hintOf(apiKeys[i] ?? ''), state: 'unknown' });
    pages.push(owners.map((owner, i) => owner ?? unknown(i)));
    apiKeys = [];
  };
  for await (const apiKey of apiKeysIn(log)) {
    if (apiKeys.push(apiKey) === KEYS_PER_PAGE) await addPage();
  }
  if (apiKeys.length > 0) await addPage();
  return pages;
}
