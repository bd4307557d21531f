// The guides for consumers, to which the contract's description leads. Where a guide has a line
// such as `<!-- table: plans -->`, a table is made from the data that the service itself uses.

import type { PlanTable } from '../../src/platform/keys/plans.ts';
import { RESERVE_LIMITS } from '../../src/platform/limits/counting/reserve.ts';
import { service } from '../../src/service.ts';
import {
  type Json,
  operationsOf,
  schemasOf,
  scopesOf,
  scopesOfOperation,
} from '../contract/index.ts';
// Not by way of the folders' indexes, which load what is generated.
import { ERROR_CODES } from '../error-codes.ts';
import { readGuides } from './description.ts';
import { sharedBy } from './page/shared.ts';

const TABLES: ReadonlyMap<string, (contract: Json) => string> = new Map([
  ['plans', plansTable],
  ['reserve', reserveTable],
  ['headers of every response', sharedHeadersTable],
  ['error codes', errorCodesTable],
  ['scopes', scopesTable],
]);
const TABLE_LINE = /^<!-- table: (.*) -->$/gm;

/**
 * Puts the guides in a folder together, with their tables.
 *
 * @param contract what the guides are about
 * @throws with the line of a guide that asks for an unknown table
 */
export async function guidesText(folder: string, contract: Json): Promise<string> {
  const guides = await readGuides(folder);
  const withTables = guides.map(({ file, text }) => {
    return text.trim().replaceAll(TABLE_LINE, (_line, name: string, offset: number) => {
      const makeTable = TABLES.get(name);
      if (makeTable) return makeTable(contract);
      const line = text.trim().slice(0, offset).split('\n').length;
      const known = [...TABLES.keys()].join(', ');
      throw new Error(`${file}:${line}:1 There is no table "${name}". Known tables: ${known}.`);
    });
  });
  return withTables.join('\n\n');
}

const inWords = (limit: number) => limit.toLocaleString('en-US');

function plansTable(): string {
  const rows = Object.entries<PlanTable[string]>(service.plans).map(([plan, limits]) => [
    `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`,
    ...(limits === 'custom'
      ? ['custom', 'custom']
      : [inWords(limits.perMinute), inWords(limits.perDay)]),
  ]);
  return markdownTable(['Plan', 'Requests per minute', 'Requests per day'], rows);
}

function reserveTable(contract: Json): string {
  const names = operationsOf(contract)
    .filter(({ operation }) => operation['x-reserve'])
    .map(({ operation }) => `\`${operation.operationId}\``);
  const { perMinute, perDay } = RESERVE_LIMITS;
  const row = [names.join(', '), inWords(perMinute), inWords(perDay)];
  return markdownTable(['Operations', 'Requests per minute', 'Requests per day'], [row]);
}

function sharedHeadersTable(contract: Json): string {
  const { headers } = sharedBy(operationsOf(contract), schemasOf(contract));
  const rows = headers
    .filter(({ isInAll }) => isInAll)
    // The last fact is an example.
    .map(({ name, description, facts }) => [
      `\`${name}\``,
      [description, facts.at(-1)].join(' ').replaceAll(/\s+/g, ' '),
    ]);
  return markdownTable(['Header', 'Meaning'], rows);
}

function errorCodesTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    `${status}`,
    meaning,
  ]);
  return markdownTable(['Code', 'Status', 'Meaning'], rows);
}

function scopesTable(contract: Json): string {
  const all = operationsOf(contract).map(({ operation }) => operation);
  const rows = Object.entries(scopesOf(contract)).map(([scope, allows]) => {
    const operations = all.filter((one) => scopesOfOperation(one).includes(scope));
    const names = operations.map(({ operationId }) => `\`${operationId}\``);
    return [`\`${scope}\``, allows, names.join(', ')];
  });
  return markdownTable(['Scope', 'Allows a key to', 'Operations'], rows);
}

/** A table. A column is right-aligned if its first cell begins with a number. */
function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const alignments = titles.map((_, i) => (/^\d/.test(rows[0]?.[i] ?? '') ? '---:' : '---'));
  const lines = [titles, alignments, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}
