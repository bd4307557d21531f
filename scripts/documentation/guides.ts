import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
// Not by way of the folders' indexes, which load what is generated.
import { ERROR_CODES } from '../../src/error-codes.ts';
import { PLAN_LIMITS } from '../../src/limits/plans.ts';
import {
  type Describe,
  type HeaderObject,
  type Json,
  operationsOf,
  scopesOf,
  scopesOfOperation,
} from '../contract/index.ts';
import { introductionOf } from './guide-list.ts';
import { markdownTable } from './markdown-table.ts';

/*
 * The guides for consumers, to which the contract's description leads. Where a guide has a line
 * such as `<!-- table: plans -->`, a table is made from the data that the service itself uses.
 */

const TABLES: ReadonlyMap<string, (contract: Json) => string> = new Map([
  ['plans', plansTable],
  ['headers of every response', sharedHeadersTable],
  ['error codes', errorCodesTable],
  ['scopes', scopesTable],
]);
const TABLE_LINE = /^<!-- table: (.*) -->$/gm;

/** What a contract says instead of its guides, where a folder `guides` is beside it. */
export const describeByGuides: Describe = async (file, contract) => {
  const place = join(dirname(file), 'guides');
  if (!existsSync(place)) return undefined;
  return { text: introductionOf(await readGuides(place, contract)), place };
};

/**
 * Puts the Markdown files of a folder together, in the order of their names, with their tables.
 *
 * @param contract what the guides are about
 * @throws when a guide asks for an unknown table, or no guide asks for a known one
 */
export async function readGuides(folder: string, contract: Json): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  const unused = new Set(TABLES.keys());
  const guides = await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const guide = (await readFile(file, 'utf8')).trim();
      return guide.replaceAll(TABLE_LINE, (_line, table: string) => {
        unused.delete(table);
        const make = TABLES.get(table);
        if (make) return make(contract);
        const known = [...TABLES.keys()].join(', ');
        throw new Error(`${file}: there is no table named "${table}". Known tables: ${known}.`);
      });
    }),
  );
  const [missing] = unused;
  if (missing) throw new Error(`${folder} has no guide with the line <!-- table: ${missing} -->.`);
  return guides.join('\n\n');
}

function plansTable(): string {
  const inWords = (limit?: number) => limit?.toLocaleString('en-US') ?? 'custom';
  const rows = Object.entries(PLAN_LIMITS).map(([plan, limits]) => [
    `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
    inWords(limits?.perMinute),
    inWords(limits?.perDay),
  ]);
  const columns = ['Plan', 'Requests per minute', 'Requests per day'];
  return markdownTable([columns, ['---', '---:', '---:'], ...rows]);
}

/** The headers that all responses of all operations have in the same form. */
function sharedHeadersTable(contract: Json): string {
  const all = operationsOf(contract);
  const responses = all.flatMap(({ operation }) => Object.values(operation.responses));
  const [first = {}, ...others] = responses.map(({ headers = {} }) => headers);
  // Examples differ, as anonymous callers have no limit per day.
  const rest = ({ example: _, ...header }: HeaderObject = {}) => header;
  const rows = Object.entries(first)
    .filter(([name, header]) =>
      others.every((one) => JSON.stringify(rest(one[name])) === JSON.stringify(rest(header))),
    )
    .map(([name, { description = '', example }]) => {
      const words = description.trim().replaceAll(/\s+/g, ' ');
      return [`\`${name}\``, `${words} Example: \`${example}\``];
    });
  return markdownTable([['Header', 'Meaning'], ['---', '---'], ...rows]);
}

function errorCodesTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    `${status}`,
    meaning,
  ]);
  return markdownTable([['Code', 'Status', 'Meaning'], ['---', '---:', '---'], ...rows]);
}

function scopesTable(contract: Json): string {
  const all = operationsOf(contract).map(({ written }) => written);
  const rows = Object.entries(scopesOf(contract)).map(([scope, allows]) => {
    const operations = all.filter((one) => scopesOfOperation(one).includes(scope));
    const names = operations.map(({ operationId }) => `\`${operationId}\``);
    return [`\`${scope}\``, allows, names.join(', ')];
  });
  const columns = ['Scope', 'Allows a key to', 'Operations'];
  return markdownTable([columns, ['---', '---', '---'], ...rows]);
}
