// The command `usage`: what keys have been used for.

import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { Option } from 'commander';
import {
  DAY_MS,
  type Database,
  dayOf,
  findCustomer,
  findKey,
  readKeyUsages,
} from '../../src/database/index.ts';
import { listKeys } from '../../src/keys/index.ts';
import { wholeNumber } from '../arguments.ts';
import { CUSTOMER, type KeyCommand } from './options.ts';
import { jsonOf, type Pages } from './tables.ts';

interface Sums {
  requests: number;
  client_errors: number;
  server_errors: number;
}

export const usage: KeyCommand = {
  does: 'show how many requests a key has sent, and how many got 4xx and 5xx, by day (UTC)',
  options: [
    CUSTOMER,
    new Option('--days <n>', 'including today, at most 400')
      .argParser(wholeNumber(1, 400))
      .default(30),
  ],
  async run(database, { id, customer, days }) {
    if ((id === undefined) === (customer === undefined)) {
      throw new Error('Pass an ID or --customer.');
    }
    if (customer === undefined && !(await findKey(database.client, id))) {
      throw new Error(`No key has the id ${id}.`);
    }
    if (customer !== undefined && !(await findCustomer(database.client, customer))) {
      throw new Error(`No customer has the id ${customer}.`);
    }
    const afterDay = dayOf(Date.now() - days * DAY_MS);
    const keys = customer === undefined ? [[{ id }]] : listKeys(database, customer);
    const usages = usagesOf(database, keys, afterDay);
    return { json: () => jsonOf(usages), text: () => sumsOf(usages) };
  },
};

/** Reads the usages of one key after the other, by day and operation. */
async function* usagesOf(
  database: Pick<Database, 'query'>,
  keys: Pages<{ readonly id: number }>,
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
async function* sumsOf(pages: ReturnType<typeof usagesOf>): AsyncGenerator<string> {
  const sums = { day: new Map<string, Sums>(), operation: new Map<string, Sums>() };
  for await (const page of pages) {
    for (const { day, operation, requests, client_errors, server_errors } of page) {
      for (const [all, title] of [[sums.day, day] as const, [sums.operation, operation] as const]) {
        const sum = all.get(title) ?? { requests: 0, client_errors: 0, server_errors: 0 };
        sum.requests += requests;
        sum.client_errors += client_errors;
        sum.server_errors += server_errors;
        all.set(title, sum);
      }
    }
  }
  if (sums.day.size === 0) return yield 'No requests.\n';
  for (const all of Object.values(sums)) {
    const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1));
    yield tableOf(Object.fromEntries(sorted));
  }
}

/** What `console.table` prints. */
function tableOf(rows: Readonly<Record<string, Sums>>): string {
  const stream = new PassThrough({ encoding: 'utf8' });
  new Console(stream).table(rows);
  return stream.read();
}
