// The commands that revoke keys: one by its id, or all in a text such as a leaked log.

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import {
  identifyKeys,
  type KeyInfo,
  revokeKey,
  revokeWithCreated,
} from '../../src/platform/keys/index.ts';
import type { Given, KeyCommand, Keys } from './options.ts';
import { keysResult, type ShownKeyRow } from './tables.ts';

/** How many keys of a log are looked up together. */
const KEYS_PER_PAGE = 500;

const WITH_CREATED = new Option(
  '--with-created',
  'also revoke the keys that a revoked key has created or rotated',
);

export const revoke: KeyCommand = {
  does: 'revoke a key: every instance rejects it within a second',
  options: [WITH_CREATED],
  run: async (keys, given) => {
    const revoked = await revokeById(keys, given.id, given);
    return given.withCreated ? keysResult(() => [revoked], given.width) : revoked[0];
  },
};

export const find: KeyCommand = {
  does: 'show the owners of the keys in standard input, such as a leaked log',
  options: [
    new Option('--revoke', 'revoke the keys, after a confirmation'),
    WITH_CREATED,
    new Option('--yes', 'revoke without a confirmation'),
  ],
  run: async (keys, given) => {
    const { withCreated, width, readInput, ask } = given;
    if (!given.revoke && (given.yes || withCreated)) {
      throw new Error('--yes and --with-created require --revoke.');
    }
    const pages = await findOwners(keys, readInput());
    const result = keysResult(() => pages, width);
    // What a revoked key has created may still work.
    const ids = pages.flat().flatMap(({ id, state }) => {
      return id !== undefined && (withCreated || state !== 'revoked') ? [id] : [];
    });
    if (!given.revoke || ids.length === 0) return result;
    const table = await text(Readable.from(result.text()));
    const more = withCreated ? ', and the keys that they have created or rotated' : '';
    const question = `${table}\nRevoke ${ids.join(', ')}${more}? Type yes: `;
    if (!given.yes && (await ask(question)) !== 'yes') throw new Error('No key was revoked.');
    const revoked = new Map<bigint | undefined, ShownKeyRow>();
    for (const id of ids) {
      for (const key of await revokeById(keys, id, given)) revoked.set(key.id, key);
    }
    const found = pages.map((page) => page.map((row) => revoked.get(row.id) ?? row));
    for (const { id } of found.flat()) revoked.delete(id);
    found.at(-1)?.push(...revoked.values());
    return keysResult(() => found, width);
  },
};

/** @returns the key, and with `withCreated` those that it has created */
async function revokeById(
  keys: Keys,
  id: bigint,
  { withCreated, stamp }: Given,
): Promise<[KeyInfo, ...KeyInfo[]]> {
  if (withCreated) return revokeWithCreated(keys, id, stamp());
  return [await revokeKey(keys, id, stamp())];
}

/** Finds the keys in a log, and whose they are, a page at a time. */
async function findOwners(keys: Keys, log: AsyncIterable<Buffer>): Promise<ShownKeyRow[][]> {
  const pages: ShownKeyRow[][] = [];
  let apiKeys: string[] = [];
  const addPage = async () => {
    const owners = await identifyKeys(keys, apiKeys);
    const unknown = (i: number) => ({
      hint: keys.keyFormat.hintOf(apiKeys[i] ?? ''),
      state: 'unknown',
    });
    pages.push(owners.map((owner, i) => owner ?? unknown(i)));
    apiKeys = [];
  };
  for await (const apiKey of keys.keyFormat.apiKeysIn(log)) {
    if (apiKeys.push(apiKey) === KEYS_PER_PAGE) await addPage();
  }
  if (apiKeys.length > 0) await addPage();
  return pages;
}
