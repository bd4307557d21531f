// The commands, by the name and the argument of each.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import {
  createCustomer,
  createKey,
  disableKey,
  enableKey,
  KEY_STATES,
  listKeys,
  readKeyEvents,
  removeCustomer,
  rotateKey,
  setExpiry,
  setPlan,
  setScopes,
  unbanKey,
} from '../../src/platform/keys/index.ts';
import {
  CUSTOMER,
  type Given,
  type KeyCommand,
  type Keys,
  type Known,
  keyNameOption,
  limitOptions,
  limitsIn,
  planOption,
  readCount,
  readDurationMs,
  readId,
  readInstantMs,
  scopesIn,
  scopesOption,
} from './options.ts';
import { find, revoke } from './revocation.ts';
import { eventsResult, keysResult } from './tables.ts';
import { usage } from './usage.ts';

/** In the order of the help. */
export const commandsOf = (known: Known): Readonly<Record<string, KeyCommand>> => ({
  create: {
    does: 'create a customer and its key, or a further key; the key is shown once',
    options: [
      new Option('--name <name>', 'name of a new customer').conflicts('customer'),
      planOption(known).conflicts('customer'),
      ...limitOptions(known),
      new Option('--customer <id>', 'creates a further key of this customer').argParser(readId),
      keyNameOption(known),
      scopesOption(known),
      new Option(
        '--manager',
        'what a key can do without --scopes, and manage the keys of its customer',
      ).conflicts('scopes'),
      new Option('--expires-in <duration>', 'how long the key works').argParser(readDurationMs),
    ],
    run: (keys, given) => {
      const { customer, name, plan, keyName, expiresIn, stamp } = given;
      const expiresAt = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn);
      const key = { name: keyName, scopes: scopesIn(given, known), expiresAt };
      const limits = limitsIn(given);
      if (customer !== undefined) return createKey(keys, customer, key, stamp());
      if (name === undefined) throw missingOption('--name <name>');
      if (plan === undefined) throw missingOption('--plan <plan>');
      return createCustomer(keys, { name, plan, limits }, key, stamp());
    },
  },
  list: {
    does: 'list keys with their owner, state and last use',
    options: [
      CUSTOMER,
      new Option('--state <state>', 'only keys in this state').choices(KEY_STATES),
      new Option('--near-limit', 'only keys of customers that have used 80 % of their day (UTC)'),
      new Option('--limit <n>', 'at most so many keys, the oldest first').argParser(readCount),
    ],
    run: (keys, given) =>
      keysResult(() => firstRows(chosenKeys(keys, given), given.limit), given.width),
  },
  find,
  'usage [ID]': usage,
  'log [ID]': {
    does: 'show who has changed a key, or any key, and how',
    options: [
      new Option(
        '--since <when>',
        'since a day or time (UTC unless it has a zone) such as 2026-11-21, or so long ago, as 24h',
      )
        .argParser(readInstantMs)
        .default(0, 'the beginning'),
    ],
    run: (database, { id, since, width }) =>
      eventsResult(() => readKeyEvents(database, id, since), width),
  },
  'rotate <ID>': {
    does: 'create a key that replaces this one, which works until the overlap ends',
    options: [
      new Option('--overlap <duration>', 'how long the old key still works')
        .argParser(readDurationMs)
        .makeOptionMandatory(),
    ],
    run: (keys, { id, overlap, stamp }) => rotateKey(keys, id, overlap, stamp()),
  },
  'revoke <ID>': revoke,
  'disable <ID>': {
    does: 'reject a key, on every instance within a second, until it is enabled',
    run: (keys, { id, stamp }) => disableKey(keys, id, stamp()),
  },
  'enable <ID>': {
    does: 'let a disabled key work again',
    run: (keys, { id, stamp }) => enableKey(keys, id, stamp()),
  },
  'set-expiry <ID>': {
    does: 'change when a key ends',
    options: [
      new Option('--expires-in <duration>', 'how long the key still works')
        .argParser(readDurationMs)
        .conflicts('never'),
      new Option('--never', 'the key has no end'),
    ],
    run: (keys, { id, expiresIn, never, stamp }) => {
      if (expiresIn === undefined && !never) throw new Error('Pass --expires-in or --never.');
      const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn);
      return setExpiry(keys, id, expiresAt, stamp());
    },
  },
  'unban <ID>': {
    does: 'lift a ban',
    run: (keys, { id, stamp }) => unbanKey(keys, id, stamp()),
  },
  'set-plan <ID>': {
    does: "move the key's customer to another plan; counted requests stay counted",
    options: [planOption(known).makeOptionMandatory(), ...limitOptions(known)],
    run: (keys, given) => setPlan(keys, given.id, given.plan, limitsIn(given), given.stamp()),
  },
  'set-scopes <ID>': {
    does: 'change what a key may do, on every instance within a second',
    options: [scopesOption(known).makeOptionMandatory()],
    run: (keys, given) => setScopes(keys, given.id, scopesIn(given, known), given.stamp()),
  },
  'remove-customer <ID>': {
    does: 'revoke the keys of a customer, and remove its name and usage; there is no way back',
    options: [new Option('--yes', 'remove without a confirmation')],
    run: async (keys, { id, yes, stamp, width, ask }) => {
      const shown = keysResult(() => listKeys(keys, id), width);
      const table = await text(Readable.from(shown.text()));
      const question = `${table}\nRemove the customer ${id}? Type yes: `;
      if (!yes && (await ask(question)) !== 'yes') throw new Error('No customer was removed.');
      await removeCustomer(keys, id, stamp());
      return shown;
    },
  },
});

/** As commander says it of an option that is always mandatory. */
const missingOption = (flags: string) => new Error(`required option '${flags}' not specified`);

/** The pages with the first rows; all of them without a limit. */
async function* firstRows<Row>(
  pages: AsyncIterable<readonly Row[]>,
  limit = Number.POSITIVE_INFINITY,
) {
  let left = limit;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}

async function* chosenKeys(
  keys: Keys,
  { customer, state, nearLimit }: Pick<Given, 'customer' | 'state' | 'nearLimit'>,
) {
  const used = nearLimit && (await usedToday(keys, customer));
  for await (const page of listKeys(keys, customer)) {
    const chosen = page.filter((key) => {
      const ofCustomer = Number(used?.get(key.customerId) ?? 0n);
      const isNear = !used || (key.perDay !== null && ofCustomer >= NEAR * key.perDay);
      return isNear && (state === undefined || key.state === state);
    });
    if (chosen.length > 0) yield chosen;
  }
}

/** The share of a day's limit from which on a customer is near it. */
const NEAR = 0.8;

/** How many requests each customer has sent today, with all of its keys. */
async function usedToday(keys: Keys, customer: bigint | undefined) {
  const used = new Map<bigint, bigint>();
  for await (const page of listKeys(keys, customer)) {
    for (const { customerId, usedToday } of page) {
      if (usedToday > 0n) used.set(customerId, (used.get(customerId) ?? 0n) + usedToday);
    }
  }
  return used;
}
