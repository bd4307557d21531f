// The form of an API key: what passes for one, and where one is found in a text.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import t from 'tap';
import { hashApiKey } from '../../../src/platform/keys/api-key.ts';
import { keyRulesOf } from '../../../src/platform/keys/index.ts';
import {
  apiKeysIn,
  generateApiKey,
  hintOf,
  isWellFormed,
  withoutApiKeys,
} from '../../support/key-rules.ts';
import { codeIn, sectionOf } from '../../support/markdown.ts';
import { OWN } from '../../support/services.ts';

/** Made elsewhere: the last six base62 digits are the CRC-32 of the characters before them. */
const KEY = 'smp_0123456789ABCDEFGHIJKLMNOPQRSTUV1wX20N';

t.test('creates keys of a prefix, 32 random characters and a checksum', async (t) => {
  const keys = Array.from({ length: 1_000 }, generateApiKey);
  for (const key of keys) {
    t.match(key, /^smp_[0-9A-Za-z]{38}$/);
    t.ok(isWellFormed(key), key);
  }
  t.equal(new Set(keys).size, keys.length, 'no two are equal');
});

t.test('accepts a key that was made elsewhere by the rule in SECURITY.md', async (t) => {
  t.ok(isWellFormed(KEY));
  const security = await readFile('SECURITY.md', 'utf8');
  // With the prefix of this project.
  const { keyFormat } = keyRulesOf(OWN.service);
  const [pattern = '', key = ''] = codeIn('text', sectionOf(security, 'Leaked keys'));
  t.match(key.trim(), new RegExp(`^${pattern.trim()}$`));
  t.ok(keyFormat.isWellFormed(key.trim()));
});

/** What a log writes around a key, or instead of it. */
const FORMS = [
  (key: string) => `Authorization: Bearer ${key}`,
  (key: string) => `GET /v1/widgets?key=${key}&x=1 HTTP/1.1`,
  (key: string) => `"Authorization":"Bearer%20${key}%22`,
  (key: string) => `next=%2Fv1%3Fkey%3D${key}%26x`,
  (key: string) => `%2520${key}%250A`,
  (key: string) => JSON.stringify({ body: `a\n${key}\t"${key}"\u2028`, list: ['\b', key] }),
  (key: string) => JSON.stringify(JSON.stringify([`\n${key}\n`])),
  (key: string) => `\\x20${key}\\x0a \\u0020${key}\\u0000 &#61;${key}&quot;`,
  (key: string) => `token_${key}_1 x${key}x 0${key}0`,
  (key: string) => `${key}${key}`,
  (key: string) => Buffer.from(key, 'utf16le').toString(),
  (key: string) => `é\u0000\u001b[31m${key}\u001b[0m…`,
];

t.test('finds a key in every form that a log writes, wherever a chunk ends', async (t) => {
  for (const write of FORMS) {
    const log = Buffer.from(write(KEY));
    const ends = [...log.keys(), log.length];
    const found = ends.map((end) => find(log.subarray(0, end), log.subarray(end)));
    t.strictSame(new Set((await Promise.all(found)).map(String)), new Set([KEY]), String(write));
    t.strictSame(await find(...Array.from(log, (byte) => Buffer.of(byte))), [KEY], 'byte by byte');
  }
  const others = Array.from({ length: 3 }, generateApiKey);
  const keys = [KEY, ...others];
  t.strictSame(await find(keys.join(','), keys.toReversed().join('\n')), keys, 'each once');
  t.strictSame(await find(`${KEY.slice(0, -1)}W smp_${KEY.slice(5)} ${KEY.slice(0, -1)}`), []);
});

/** Finds the keys in a stream of these chunks. */
async function find(...chunks: readonly (string | Buffer)[]): Promise<string[]> {
  const found: string[] = [];
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  for await (const apiKey of apiKeysIn(stream)) found.push(apiKey);
  return found;
}

t.test('a text shows no key, and no part from which the rest could be guessed', async (t) => {
  for (const [text, shown] of [
    [`a ${KEY} b`, 'a smp_… b'],
    [`${KEY},${KEY}`, 'smp_…,smp_…'],
    // 16 of its characters.
    [`a ${KEY.slice(0, 4 + 16)}`, 'a smp_…'],
    [`a ${KEY.slice(0, 4 + 15)}`, `a ${KEY.slice(0, 4 + 15)}`],
  ] as const) {
    t.equal(withoutApiKeys(text), shown);
  }
  t.equal(hintOf(KEY), 'smp_0123…X20N');
});

t.test('rejects a key with any one character mistyped', async (t) => {
  for (let i = 0; i < KEY.length; i += 1) {
    const mistyped = KEY.slice(0, i) + (KEY[i] === 'x' ? 'y' : 'x') + KEY.slice(i + 1);
    t.notOk(isWellFormed(mistyped), mistyped);
  }
});

t.test('rejects what does not have the form of a key', async (t) => {
  for (const other of [
    '',
    'smp_',
    KEY.slice(4),
    KEY.slice(0, -1),
    `${KEY}0`,
    ` ${KEY}`,
    `${KEY}\n`,
    KEY.toLowerCase(),
    KEY.replace('_', '-'),
    KEY.replace('0', 'é'),
    // With the right checksum.
    'abc_0123456789ABCDEFGHIJKLMNOPQRSTUV4brabv',
    'smp_0123456789ABCDEFGHIJKLMNOPQRSTU2le7Bh',
    'smp_0123456789ABCDEFGHIJKLMNOPQRSTUVW1KwAvK',
    'smp_0123456789ABCDEFGHIJKLMNOPQRSTU-3BYlH9',
  ]) {
    t.notOk(isWellFormed(other), other);
  }
});

t.test('stores the SHA-256 of a key in lower-case hexadecimal', async (t) => {
  t.equal(hashApiKey(KEY), createHash('sha256').update(KEY, 'latin1').digest('hex'));
  t.match(hashApiKey(KEY), /^[0-9a-f]{64}$/);
});
