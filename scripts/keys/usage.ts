// The command `usage`: what keys have been used for.

import { Option } from 'commander';
import { DAY_MS, type Database, dayOf } from '../../src/platform/database/index.ts';
import {
  findCustomer,
  findKey,
  readKeyUsages,
  readUsedKeys,
} from '../../src/platform/keys/index.ts';
import { wholeNumber } from '../arguments.ts';
import { CUSTOMER, type KeyCommand } from './options.ts';
import { jsonOf, type Pages, type Sums, sumsTable } from './tables.ts';

export const usage: KeyCommand = {
  does: 'show how many requests a key has sent, and how many got 4xx and 5xx, by day (UTC)',
  options: [
    CUSTOMER,
    new Option('--days <n>', 'including today, at most 400')
      .argParser(wholeNumber(1, 400))
      .default(30),
  ],
  async run(database, { id, customer, days, width }) {
    if ((id === undefined) === (customer === undefined)) {
      throw new Error('Pass an ID or --customer.');
    }
    if (customer !== undefined && !(await findCustomer(database.client, customer))) {
      throw new Error(`No customer has the id ${customer}.`);
    }
    const afterDay = dayOf(Date.now() - days * DAY_MS);
    if (customer === undefined && !(await isKnownKey(database, id, afterDay))) {
      throw new Error(`No key has the id ${id}.`);
    }
    const keys = customer === undefined ? [[{ id }]] : readUsedKeys(database, customer, afterDay);
    const usages = usagesOf(database, keys, afterDay);
    return { json: () => jsonOf(usages), text: () => sumsOf(usages, width) };
  },
};

/** The usage of a key may outlive it. */
async function isKnownKey(
  database: Pick<Database, 'client' | 'query'>,
  id: bigint,
  afterDay: string,
): Promise<boolean> {
  if (await findKey(database.client, id)) return true;
  return (await readKeyUsages(database, id, afterDay)).length > 0;
}

/** Reads the usages of one key after the other, by day and operation. */
async function* usagesOf(
  database: Pick<Database, 'query'>,
  keys: Pages<{ readonly id: bigint }>,
  afterDay: string,
) {
  for await (const page of keys) {
    for (const { id } of page) {
      const usages = await readKeyUsages(database, id, afterDay);
      if (usages.length === 0) continue;
      yield usages.map(({ clientErrors, serverErrors, lastUsedAt, ...usage }) => {
        const errors = { client_errors: clientErrors, server_errors: serverErrors };
        return { ...usage, ...errors, lastUsedAt };
      });
    }
  }
}

/** A table of the sums of each day, and one of those of each operation. */
async function* sumsOf(
  pages: ReturnType<typeof usagesOf>,
  width: number | undefined,
): AsyncGenerator<string> {
  const sums = { day: new Map<string, Sums>(), operation: new Map<string, Sums>() };
  for await (const page of pages) {
    for (const { day, operation, requests, client_errors, server_errors } of page) {
      for (const [all, title] of [[sums.day, day] as const, [sums.operation, operation] as const]) {
        const sum = all.get(title) ?? { requests: 0n, clientErrors: 0n, serverErrors: 0n };
        sum.requests += requests;
        sum.clientErrors += client_errors;
        sum.serverErrors += server_errors;
        all.set(title, sum);
      }
    }
  }
  if (sums.day.size === 0) return yield 'No requests.\n';
  yield* sumsTable('day', sums.day, width);
  yield '\n';
  yield* sumsTable('operation', sums.operation, width);
}
