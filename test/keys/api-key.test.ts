import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { createApiKey, hashApiKey, isWellFormed, keysIn } from '../../src/keys/api-key.ts';

/** Made elsewhere: the last six base62 digits are the CRC-32 of the characters before them. */
const KEY = 'ask_0123456789ABCDEFGHIJKLMNOPQRSTUV2QjdX3';

t.test('creates keys of a prefix, 32 random characters and a checksum', async (t) => {
  const keys = Array.from({ length: 1_000 }, createApiKey);
  for (const key of keys) {
    t.match(key, /^ask_[0-9A-Za-z]{38}$/);
    t.ok(isWellFormed(key), key);
  }
  t.equal(new Set(keys).size, keys.length, 'no two are equal');
});

t.test('accepts a key that was made elsewhere by the rule in SECURITY.md', async (t) => {
  t.ok(isWellFormed(KEY));
  const security = await readFile('SECURITY.md', 'utf8');
  t.strictSame(keysIn(security), [KEY]);
  const [, pattern = ''] = /a key matches `([^`]+)`/.exec(security) ?? [];
  t.strictSame(security.match(new RegExp(pattern, 'g')), [KEY]);
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
    'ask_',
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
    'ask_0123456789ABCDEFGHIJKLMNOPQRSTU277Mnr',
    'ask_0123456789ABCDEFGHIJKLMNOPQRSTUVW34f5u5',
    'ask_0123456789ABCDEFGHIJKLMNOPQRSTU-1EAXPV',
  ]) {
    t.notOk(isWellFormed(other), other);
  }
});

t.test('stores the SHA-256 of a key in lower-case hexadecimal', async (t) => {
  t.equal(hashApiKey(KEY), createHash('sha256').update(KEY, 'latin1').digest('hex'));
  t.match(hashApiKey(KEY), /^[0-9a-f]{64}$/);
});
