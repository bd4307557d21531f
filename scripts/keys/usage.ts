// The command `usage`: what keys have been used for.

import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { Option } from 'commander';
import { dayOf, type PrismaClient, readKeyUsages } from '../../src/database/index.ts';
import { listKeys } from '../../src/keys/index.ts';
import { wholeNumber } from '../arguments.ts';
import { CUSTOMER, DAY_MS, type KeyCommand } from './options.ts';
import { jsonOf } from './tables.ts';

interface Sums {
  requests: number;
  client_errors: number;
}

export const usage: KeyCommand = {
  does: 'show how many requests a key has sent, and how many got a 4xx, by day (UTC)',
  options: [
    CUSTOMER,
    new Option('--days <n>', 'including today, at most 400')
      .argParser(wholeNumber(1, 400))
      .default(30),
  ],
  async run(client, { id, customer, days }) {
    if ((id === undefined) === (customer === undefined)) {
      throw new Error('Pass an ID or --customer.');
    }
    const keys = customer === undefined ? { id } : { customerId: customer };
    if ((await listKeys(client, keys).next()).done) throw new Error('There is no such key.');
    const rows = () => usagesOf(client, keys, dayOf(Date.now() - days * DAY_MS));
    return { json: () => jsonOf(rows()), text: () => sumsOf(rows()) };
  },
};

async function* usagesOf(
  client: PrismaClient,
  keys: Parameters<typeof listKeys>[1],
  afterDay: string,
) {
  for await (const page of listKeys(client, keys)) {
    const ids = page.map(({ id }) => id);
    for await (const usages of readKeyUsages(client, ids, afterDay)) {
      yield usages.map(({ clientErrors, lastUsedAt, ...usage }) => {
        return { ...usage, client_errors: clientErrors, lastUsedAt };
      });
    }
  }
}

/** A table of the sums of each day, and one of those of each operation. */
async function* sumsOf(pages: ReturnType<typeof usagesOf>): AsyncGenerator<string> {
  const sums = { day: new Map<string, Sums>(), operation: new Map<string, Sums>() };
  for await (const page of pages) {
    for (const { day, operation, requests, client_errors } of page) {
      for (const [all, title] of [[sums.day, day] as const, [sums.operation, operation] as const]) {
        const sum = all.get(title) ?? { requests: 0, client_errors: 0 };
        sum.requests += requests;
        sum.client_errors += client_errors;
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
