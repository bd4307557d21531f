// The command line of `npm run keys`. What becomes of keys is tested in test/platform/keys/.

import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { runKeyCommand } from '../../scripts/keys/index.ts';
import { knownOf } from '../../scripts/keys/options.ts';
import type { KeyInfo } from '../../src/platform/keys/index.ts';
import { service } from '../platform/service/src/service.ts';
import { createDatabase, open, temporaryFolder } from '../support/databases.ts';
import { CONTROLS, HIDDEN_NAMES, INVALID_KEY_NAMES } from '../support/key-names.ts';
import { generateApiKey, hintOf, isWellFormed } from '../support/key-rules.ts';
import { runScript, startProcess } from '../support/scripts.ts';
import { asOwner } from '../support/servers/roles.ts';
import { openDatabase } from '../support/service-database.ts';
import { SAMPLE } from '../support/services.ts';

const KEY = /^smp_\w{38}$/m;
const DAY_MS = 86_400_000;
const url = await createDatabase();
const known = await knownOf(service);

/**
 * Runs a command as a person types it.
 *
 * @param input what is on standard input
 * @param typed what is typed when asked
 */
function run(line: string, databaseUrl = url, input = '', typed = '', width = 999) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
  // One of the two has matched.
  const open = () => openDatabase(databaseUrl, { isTimed: false });
  const readInput = () => Readable.from([Buffer.from(input)]);
  const surroundings = { readInput, ask: async () => typed, width };
  return text(Readable.from(runKeyCommand(known, words as string[], open, surroundings)));
}

async function json(line: string, databaseUrl = url) {
  return JSON.parse(await run(`${line} --json`, databaseUrl));
}

t.test('the command creates a database, shows a key once, and asks on a terminal', async (t) => {
  const cwd = await temporaryFolder(t);
  const start = (...args: string[]) => runScript(t, 'scripts/keys/index.ts', args, { cwd });
  const { code, stdout, stderr } = await start('create', '--name', 'Ada', '--plan', 'free');
  const [key = ''] = KEY.exec(stdout) ?? [];
  t.ok(isWellFormed(key));
  t.same([code, stderr], [0, '']);
  t.equal(
    stdout.slice(stdout.indexOf(key)),
    `${key}\n\nSave this key now: it is not shown again.\n`,
  );
  t.notMatch((await start('list')).stdout, KEY);
  const stderrOfTypo = "unknown command 'crate'\n(Did you mean create?)\n";
  t.same(await start('crate'), { code: 1, stdout: '', stderr: stderrOfTypo });
  t.match((await start('--help')).stdout, 'keys -- find --revoke < leaked.log');
  const keys = `${process.execPath} ${join(SAMPLE.folder, 'dist/scripts/keys.js')}`;
  const command = `echo ${key} | setsid -w ${keys} find --revoke`;
  const found = await startProcess(t, ['sh', '-c', command], { cwd }).ended;
  const noTerminal = 'There is no terminal for the question. Add --yes.\n';
  t.same(found, { code: 1, stdout: '', stderr: noTerminal });
  t.match((await start('list', '--json')).stdout, '"state":"active"');
});

t.test('every command prints JSON with --json, and a table without', async (t) => {
  t.equal(await run('list'), 'No keys.\n');
  t.same(await json('list'), []);
  const limits = '--per-minute 5 --per-day 70';
  const { key, hint, createdAt, expiresAt, ...created } = await json(
    `create --name "Ada's shop" --plan enterprise ${limits} --expires-in 90d`,
  );
  t.ok(isWellFormed(key));
  t.ok(Date.parse(expiresAt) - Date.parse(createdAt) > 89 * DAY_MS);
  t.strictSame(created, {
    id: 1,
    customerId: 1,
    customerName: "Ada's shop",
    name: 'default',
    createdBy: null,
    disabledAt: null,
    plan: 'enterprise',
    perMinute: 5,
    perDay: 70,
    scopes: null,
    state: 'active',
    revokedAt: null,
    rotatedAt: null,
    bannedUntil: null,
  });
  t.equal(hint, hintOf(key));

  const rotated = await json('rotate 1 --overlap 24h');
  t.match(rotated, { id: 2, customerId: 1, expiresAt });
  t.ok(isWellFormed(rotated.key));
  const [{ expiresAt: end }] = await json('list');
  const overlapMs = Date.parse(end) - Date.now();
  t.ok(overlapMs > 0.9 * DAY_MS && overlapMs <= DAY_MS, 'the old key has its overlap');
  t.match(await run('rotate 2 --overlap 1h'), KEY);
  t.match(await json('revoke 3'), { id: 3, state: 'revoked', revokedAt: /^\d{4}-/ });
  t.match(await run('set-plan 1 --plan pro'), /^1 .* pro .* 300 +10000$/m);
  t.match(await json(`set-plan 1 --plan enterprise ${limits}`), { perMinute: 5, perDay: 70 });
  t.match(await json('set-scopes 2 --scopes widgets:write'), { scopes: ['widgets:write'] });
  t.match(await json('rotate 2 --overlap 1h'), { scopes: ['widgets:write'] });
  t.match(await json('set-scopes 2 --scopes all'), { scopes: null });
});

t.test(
  'a scope that only the operator gives is in a list that names it, and in no other',
  async (t) => {
    const stored = await createDatabase();
    const other = 'widgets:melt';
    const withOther = {
      ...known,
      scopes: [...known.scopes, other],
      explicitScopes: [...known.explicitScopes, other],
    };
    const create = async (options: string) => {
      const words = `create --name Ada --plan free --json ${options}`.trim().split(' ');
      const open = () => openDatabase(stored, { isTimed: false });
      const surroundings = { readInput: () => Readable.from([]), ask: async () => '' };
      const output = runKeyCommand(withOther, words, open, surroundings);
      return JSON.parse(await text(Readable.from(output))).scopes;
    };
    const implied = known.scopes.filter((scope) => !known.explicitScopes.includes(scope));
    t.strictSame(await create(''), null);
    t.strictSame(await create('--manager'), known.scopes);
    t.strictSame(await create(`--scopes all,${other}`), [...implied, other]);
    t.strictSame(await create(`--scopes ${other},all,${other}`), [...implied, other]);
    t.strictSame(await create(`--scopes ${other}`), [other]);
    t.match(
      (await run('create --help')).replaceAll(/\s+/g, ' '),
      /--scopes <list> all, which is all but account:write; .* or all,account:write/,
    );
  },
);

t.test('a customer gets further keys, which end, stop and start, and is removed', async (t) => {
  const stored = await createDatabase();
  // The service may not change the log.
  const { client } = await open(t, asOwner(stored));
  const { id: other } = await json('create --name Bob --plan free', stored);
  const first = await json('create --name Ada --plan pro --key-name Manager --manager', stored);
  t.match(first, { name: 'Manager', scopes: ['widgets:read', 'widgets:write', 'shipments:read'] });
  t.ok(first.scopes.includes('account:write'));
  const further = await json('create --customer 2 --key-name CI --scopes widgets:read', stored);
  const expected = { customerId: 2, customerName: 'Ada', plan: 'pro', name: 'CI', createdBy: null };
  t.match(further, { ...expected, scopes: ['widgets:read'], state: 'active' });
  t.match(await json('create --customer 2', stored), { name: 'default', scopes: null });
  t.match(await json('list --limit 3', stored), [{ id: 1 }, { id: 2 }, { id: 3 }]);
  t.equal((await json('list --limit 3', stored)).length, 3);
  t.equal((await json('list --limit 30', stored)).length, 4);

  t.match(await json('disable 3', stored), { state: 'disabled', disabledAt: /^\d{4}-/ });
  t.match(await json('disable 3', stored), { state: 'disabled' });
  t.match(await json('list --state disabled', stored), [{ id: 3 }]);
  await t.rejects(run('rotate 3 --overlap 1h', stored), { message: 'The key 3 is disabled.' });
  t.match(await json('enable 3', stored), { state: 'active', disabledAt: null });
  t.match(await json('enable 3', stored), { state: 'active' });
  const { expiresAt } = await json('set-expiry 3 --expires-in 24h', stored);
  t.ok(Math.abs(Date.parse(expiresAt) - Date.now() - DAY_MS) < DAY_MS / 10);
  t.match(await json('rotate 3 --overlap 1h', stored), { expiresAt, name: 'CI' });
  t.match(await json('set-expiry 3 --expires-in 48h', stored), { state: 'active' });
  t.strictSame(await json('list --state rotating', stored), [], 'it ends when the operator says');
  t.match(await json('set-expiry 3 --never', stored), { expiresAt: null });
  t.match(await json('rotate 3 --overlap 1h', stored), { expiresAt: null }, 'the last word');

  const actions = async (line: string) =>
    (await json(line, stored)).map(({ action }: { action: string }) => action);
  const changes = ['created', 'disabled', 'enabled', 'changed', 'rotated', 'changed', 'changed'];
  t.strictSame(await actions('log 3'), [...changes, 'rotated']);
  t.strictSame(await actions('log 3 --since 1h'), [...changes, 'rotated']);
  t.strictSame(await actions('log --since 2999-01-01'), []);
  await client.keyEvent.updateMany({ where: { action: 'created' }, data: { at: new Date(0) } });
  t.strictSame(await actions('log 3 --since 24h'), [...changes.slice(1), 'rotated']);
  t.strictSame((await actions('log 3 --since 1970-01-01')).length, changes.length + 1);
  const { TZ } = process.env;
  t.teardown(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'America/New_York';
  await client.keyEvent.updateMany({
    where: { action: 'created' },
    data: { at: new Date('2026-01-01T00:30:00Z') },
  });
  for (const [since, isShown] of [
    ['2026-01-01', true],
    ['"2026-01-01 00:30"', true],
    ['2026-01-01T00:30:00Z', true],
    ['"2026-01-01 00:31"', false],
    ['2026-01-01T00:30:01', false],
    ['2026-01-01T01:30:00+01:00', true],
    ['2025-12-31T19:30:00.000-05:00', true],
    ['2026-01-01t01:30:00.001+01:00', false],
  ] as const) {
    const isCreation = (await actions(`log 3 --since ${since}`))[0] === 'created';
    t.equal(isCreation, isShown, `since ${since}, which is UTC as in tables unless it has a zone`);
  }

  const usage = { operation: 'listWidgets', requests: 1, clientErrors: 0, lastUsedAt: new Date() };
  for (const apiKeyId of [1, 2, 3]) {
    await client.keyUsage.create({ data: { ...usage, apiKeyId, day: '2026-11-26' } });
    const secret = { key: 'a', bodyHash: '', rowId: 1n, expiresAt: new Date() };
    await client.idempotencyKey.create({ data: { ...secret, customerId: apiKeyId } });
  }
  const remove = (line: string, typed = '') => run(`remove-customer ${line}`, stored, '', typed);
  await t.rejects(remove('2', 'no'), { message: 'No customer was removed.' });
  t.match(await json('list --customer 2 --state active', stored), [{ customerName: 'Ada' }]);
  const table = await remove('2 --as eve', 'yes');
  t.notMatch(table, /Ada|CI|active/);
  t.match(await json('list --customer 2', stored), [
    { id: 2, customerName: '', name: '', state: 'revoked' },
    { id: 3, customerName: '', name: '', state: 'revoked' },
  ]);
  t.match(await client.keyUsage.findMany(), [{ apiKeyId: 1 }]);
  t.strictSame(await client.idempotencyKey.findMany({ where: { customerId: 2 } }), []);
  const events = JSON.stringify(await json('log', stored));
  t.match(events, '"actor":"eve","action":"removed"');
  t.notMatch(events, /Ada|CI|Manager/);
  await client.keyUsage.create({ data: { ...usage, apiKeyId: 2, day: '2026-11-26' } });
  await remove('2 --yes');
  t.equal(await client.keyUsage.count({ where: { apiKeyId: 2 } }), 0, 'what came meanwhile');
  t.equal((await actions('log')).filter((one: string) => one === 'removed').length, 1);
  await t.rejects(run('create --customer 2', stored), { message: 'No customer has the id 2.' });
  t.match(await json(`list --customer ${other}`, stored), [
    { customerName: 'Bob', state: 'active' },
  ]);
});

t.test('list shows the state and the use of each key, as wide as the terminal', async (t) => {
  const stored = await createDatabase();
  const { client } = await open(t, stored);
  const past = new Date('2026-01-01T00:00:00Z');
  const future = new Date('2999-01-01T00:00:00Z');
  const states = {
    active: { hint: 'smp_3f9c…01d7', scopes: 'widgets:read shipments:read' },
    rotating: { rotatedAt: past, expiresAt: future },
    expired: { rotatedAt: past, expiresAt: past },
    revoked: { expiresAt: past, revokedAt: past },
    banned: { bannedAt: past, bannedUntil: future },
    disabled: { disabledAt: past },
  };
  for (const [hash, data] of Object.entries(states)) {
    const customer = { create: { name: `The shop of ${hash}`, plan: 'pro' } } as const;
    await client.apiKey.create({
      data: { hash, hint: '', customer, createdAt: past, ...data },
    });
  }
  const today = new Date().toISOString().slice(0, 10);
  const used = { apiKeyId: 1, operation: 'listWidgets', requests: 7, clientErrors: 2 };
  await client.keyUsage.createMany({
    data: [
      { ...used, day: today, lastUsedAt: new Date(`${today}T00:01:00Z`) },
      { ...used, day: today, operation: 'getWidget', lastUsedAt: past },
      { ...used, day: '2026-01-01', lastUsedAt: past },
    ],
  });
  const at = '2026-01-01 00:00';
  const rest = `${at}|300|10000`;
  const scopes = 'widgets:read shipments:read';
  const wide = (await run('list', stored)).split('\n').map((line) => line.split(/ {2,}/).join('|'));
  t.strictSame(wide.slice(0, 3), [
    'id|customer|key|name|state|last used|plan|scopes|today|created|until|per minute|per day',
    `1|1 The shop of active|smp_3f9c…01d7|default|active|${today} 00:01|pro|${scopes}|14|${rest}`,
    `2|2 The shop of rotating|default|rotating|pro|all|0|${at}|2999-01-01 00:00|300|10000`,
  ]);
  const narrow = await run('list', stored, '', '', 80);
  t.ok(narrow.split('\n').every((line) => line.length <= 80));
  t.match(narrow, /^1 {3}1 The s… {2}smp_3f9c…01d7 {2}default {2}active .* pro {3}\S+…/m);
  for (const state of Object.keys(states)) {
    t.match(await json(`list --state ${state}`, stored), [
      { customerName: `The shop of ${state}` },
    ]);
  }
  const [active] = await json('list', stored);
  t.match(active, { usedToday: 14, lastUsedAt: `${today}T00:01:00.000Z` });
  t.match(await json('list --customer 2', stored), [{ customerName: 'The shop of rotating' }]);
  t.strictSame(await json('list --near-limit', stored), []);
  const most = { requests: 7_999 };
  await client.keyUsage.create({
    data: { ...used, ...most, apiKeyId: 2, day: today, lastUsedAt: past },
  });
  const further = { hash: 'further', hint: '', customerId: 2, createdAt: past };
  const { id } = await client.apiKey.create({ data: further });
  await client.keyUsage.create({
    data: { ...used, requests: 1, apiKeyId: id, day: today, lastUsedAt: past },
  });
  t.match(await json('list --near-limit', stored), [{ id: 2 }, { id }], 'with all of its keys');
  t.match(await json('unban 5', stored), { id: 5, state: 'active', bannedUntil: null });
  const [titles = ''] = (await run('unban 5', stored)).split('\n', 1);
  t.notMatch(titles, /last used|today/, 'a blank would read as a key that was never used');

  const table = (await run('usage 1 --days 400', stored)).replaceAll(/ +/g, ' ');
  const byDay = ['day requests 4xx 5xx', '2026-01-01 7 2 0', `${today} 14 4 0`];
  const byOperation = ['operation requests 4xx 5xx', 'getWidget 7 2 0', 'listWidgets 14 4 0'];
  t.equal(table, [...byDay, '', ...byOperation, ''].join('\n'));
  t.match(await json('usage --customer 1 --days 400', stored), [
    { apiKeyId: 1, day: '2026-01-01', operation: 'listWidgets', requests: 7, client_errors: 2 },
    { day: today, operation: 'getWidget' },
    { day: today, operation: 'listWidgets', lastUsedAt: `${today}T00:01:00.000Z` },
  ]);
  t.match(await json('usage 1', stored), [
    { operation: 'getWidget' },
    { operation: 'listWidgets' },
  ]);
  t.equal(await run('usage 3', stored), 'No requests.\n');

  // Usage outlives its key.
  const before = await json('usage --customer 1 --days 400', stored);
  await client.keyUsage.updateMany({ where: { apiKeyId: 1 }, data: { customerId: 1 } });
  await client.apiKey.delete({ where: { id: 1 } });
  t.strictSame(await json('usage --customer 1 --days 400', stored), before);
  t.equal(
    await run('usage 1 --days 400', stored),
    await run('usage --customer 1 --days 400', stored),
  );
  await t.rejects(run('set-expiry 1 --never', stored), { message: 'No key has the id 1.' });
});

t.test('prints any number of keys and events in little memory', async (t) => {
  const stored = await createDatabase();
  await json('create --name Ada --plan free', stored);
  const { client } = await open(t, stored);
  await client.$executeRaw`INSERT INTO api_keys (customer_id, hash, hint, created_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
    SELECT 1, CAST(i AS TEXT), 'smp_3f9c…01d7', created_at FROM n, api_keys WHERE id = 1`;
  await client.$executeRaw`INSERT INTO key_events (at, actor, action, api_key_id, customer_id, detail)
    SELECT at, actor, action, k.id, 1, detail FROM key_events, api_keys k WHERE k.id > 1`;
  const keys = [
    process.execPath,
    '--max-old-space-size=32',
    join(SAMPLE.folder, 'dist/scripts/keys.js'),
  ];
  for (const line of ['list --json', 'list --customer 1 --json', 'log --json']) {
    const settings = { DATABASE_URL: stored };
    const { stdout, stderr } = await startProcess(t, [...keys, ...line.split(' ')], { settings })
      .ended;
    t.equal(stderr, '', line);
    const ids = (JSON.parse(stdout) as { readonly id: number }[]).map(({ id }) => id);
    t.strictSame([ids.length, ids[0], ids.at(-1)], [30_001, 1, 30_001], line);
  }
  const tables = runKeyCommand(known, ['list'], () => openDatabase(stored, { isTimed: false }), {
    readInput: () => Readable.from([]),
    ask: async () => '',
  });
  let pages = 0;
  for await (const _page of tables) pages += 1;
  t.ok(pages > 50, 'tables, too');
});

t.test('find says whose the keys in a text are, and revokes them if told to', async (t) => {
  const { key } = await json('create --name Eve --plan pro --scopes widgets:read');
  const { id, key: other } = await json('create --name Bob --plan pro --as ada');
  const [unknown, wrong] = [generateApiKey(), `${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`];
  const log = `GET /?key=${key}&x=1\n${key} "${other}",${unknown} x${key} ${wrong} ${key}0`;
  const states = async (line: string, typed = '') =>
    (JSON.parse(await run(`find --json ${line}`, url, log, typed)) as KeyInfo[]).map(
      ({ customerName, hint, state }) => [customerName, hint, state],
    );
  const none = [undefined, hintOf(unknown), 'unknown'];
  const before = [['Eve', hintOf(key), 'active'], ['Bob', hintOf(other), 'active'], none];
  t.strictSame(await states(''), before);
  t.notMatch(await run('find', url, log), KEY);
  await t.rejects(states('--revoke', 'no'), { message: 'No key was revoked.' });
  t.strictSame(await states(''), before);
  const after = [['Eve', hintOf(key), 'revoked'], ['Bob', hintOf(other), 'revoked'], none];
  t.strictSame(await states('--revoke', 'yes'), after);
  t.strictSame(await states('--revoke'), after, 'nothing is left to ask for');
  t.equal(await run('find --revoke --yes', url, 'no key'), 'No keys.\n');
  t.equal(await run('find', url, unknown), `key            state\n${hintOf(unknown)}  unknown\n`);
  t.match(await run(`log ${id}`), /^.* ada +created .*\n.* revoked .* pro, 300 per minute/m);
  t.match(await json('log'), [{ actor: /./, action: 'created', apiKeyId: 1, customerId: 1 }]);
});

t.test('a key is revoked with those that it has created or rotated', async (t) => {
  const stored = await createDatabase();
  const { client } = await open(t, stored);
  const keys: { readonly id: number; readonly key: string }[] = [];
  for (const [i, createdById] of [null, 1, 2, null, 4, 4].entries()) {
    const owner = i === 0 ? '--name Ada --plan pro' : '--customer 1';
    keys.push(await json(`create ${owner}`, stored));
    await client.apiKey.update({ where: { id: i + 1 }, data: { createdById } });
  }
  const states = (result: readonly KeyInfo[]) => result.map(({ id, state }) => [id, state]);
  await json('revoke 1', stored);
  t.strictSame(states(await json('revoke 1 --with-created', stored)), [
    [1, 'revoked'],
    [2, 'revoked'],
    [3, 'revoked'],
  ]);
  t.match(await run('revoke 1 --with-created', stored), /^1 +1 Ada .* revoked /m);
  t.strictSame(states(await json('list --state active', stored)), [
    [4, 'active'],
    [5, 'active'],
    [6, 'active'],
  ]);

  // With what a leaked key has created, also if somebody has revoked it meanwhile.
  await json('revoke 4', stored);
  const leaked = [keys[4], keys[3]].map((key) => key?.key).join(' ');
  let question = '';
  let answeredAtMs = 0;
  const ask = async (text: string) => {
    question = text;
    answeredAtMs = Date.now();
    return 'yes';
  };
  const readInput = () => Readable.from([Buffer.from(leaked)]);
  const line = ['find', '--revoke', '--with-created', '--json'];
  const openStored = () => openDatabase(stored, { isTimed: false });
  const output = await text(
    Readable.from(runKeyCommand(known, line, openStored, { readInput, ask, width: 999 })),
  );
  t.match(question, /\nRevoke 5, 4, and the keys that they have created or rotated\? Type yes: $/);
  t.strictSame(states(JSON.parse(output)), [
    [5, 'revoked'],
    [4, 'revoked'],
    [6, 'revoked'],
  ]);
  const { action, at } = (await json('log 6', stored)).at(-1);
  t.ok(action === 'revoked' && Date.parse(at) >= answeredAtMs, 'after the confirmation');
});

t.test(
  'a stored name with control characters neither breaks a table nor reaches the terminal',
  async (t) => {
    const stored = await createDatabase();
    const name = 'Ada\n\u001B[2J\u009BB\u202E\u200B';
    await run(`create --name Ada --plan free --as "${name}"`, stored);
    const { client, close } = await openDatabase(stored);
    // As an earlier version has stored them.
    await client.customer.updateMany({ data: { name } });
    await client.apiKey.updateMany({ data: { name } });
    await close();
    t.match(await run('list', stored), /^1 +1 Ada��\[2J�B�� +smp_\S+ +Ada��\[2J�B�� /m);
    t.match(await run('log', stored), / Ada��\[2J�B�� +created /);
    t.match(await json('list', stored), [{ customerName: name, name }]);
    t.notMatch(await run('list --json', stored), /[\p{Cc}\p{Cf}]./u);
    const rotated = await json('rotate 1 --overlap 1h', stored);
    t.match(rotated, { customerName: name, name }, 'stays');
    const quoted = run('create --name Ada --plan free --key-name "\u202Eevil"', stored);
    await t.rejects(quoted, { message: /^[ -~\uFFFD]*'�evil' is invalid[ -~]*$/ });
  },
);

const CREATE = 'create --name Ada --plan';
const COUNT = /must be a whole number from 1 to 2147483647\.$/;
const ID = /must be a whole number from 1 to 9223372036854775807\.$/;
const DURATION = /must be a duration such as 30s, 15m, 24h or 90d, at most 100 years\.$/;

const ERRORS: Readonly<Record<string, string | RegExp>> = {
  toString: "unknown command 'toString'",
  'create --name Ada': "required option '--plan <plan>' not specified",
  'create --name " " --plan free': 'The name must have 1 to 255 characters.',
  [`${CREATE} made-up`]: `Allowed choices are ${Object.keys(service.plans).join(', ')}.`,
  [`${CREATE} free --scopes widgets:chip`]: /It must be all, or some of widgets:read, [\w:, ]+\.$/,
  [`${CREATE} enterprise`]: 'The plan enterprise requires limits of its own.',
  [`${CREATE} enterprise --per-minute 5`]: '--per-day is required.',
  [`${CREATE} enterprise --per-minute 0 --per-day 5`]: COUNT,
  [`${CREATE} free --per-minute 5 --per-day 5`]: 'The limits of the plan free are fixed.',
  [`${CREATE} free --as " "`]: /must not be empty\.$/,
  [`${CREATE} free --expires-in 90`]: DURATION,
  [`${CREATE} free --expires-in 0d`]: DURATION,
  [`${CREATE} free --expires-in 36501d`]: DURATION,
  'create --plan free': "required option '--name <name>' not specified",
  'create --customer 99': 'No customer has the id 99.',
  'create --customer 1 --name Ada': /cannot be used with option/,
  'create --customer 1 --per-minute 5': /cannot be used with option/,
  'create --customer 1 --per-minute 5 --per-day 5': /cannot be used with option/,
  [`${CREATE} free --manager --scopes all`]: /cannot be used with option/,
  'remove-customer 99 --yes': 'No customer has the id 99.',
  'set-expiry 1': 'Pass --expires-in or --never.',
  'log --since yesterday':
    /a duration such as 24h, or a day or time \(UTC unless it has a zone\) such as 2026-11-21/,
  'log --since 2026-11-31x': /It must be a duration/,
  'log --since 2026-13-01': /It must be a duration/,
  'log --since 2026-02-31': /It must be a duration/,
  'log --since 2026-02-31T00:30+01:00': /It must be a duration/,
  'log --since 2026-11-21T24:00': /It must be a duration/,
  'log --since 2026-11-21T09:30:00.+01:00': /It must be a duration/,
  'log --since 2026-11-21+01:00': /It must be a duration/,
  'find --yes': '--yes and --with-created require --revoke.',
  'find --with-created': '--yes and --with-created require --revoke.',
  usage: 'Pass an ID or --customer.',
  'usage 99': 'No key has the id 99.',
  'usage --customer 99': 'No customer has the id 99.',
  [`revoke ${generateApiKey()}`]: /^An API key must not be an argument/,
  [`find --as=${generateApiKey()}`]: /^An API key must not be an argument/,
  revoke: "missing required argument 'ID'",
  'rotate 1 2 --overlap 1h': /^too many arguments for 'rotate'/,
  'rotate 99 --overlap 1h': 'No key has the id 99.',
  'rotate 3 --overlap 1h': 'The key 3 is revoked.',
  'revoke 2147483648': 'No key has the id 2147483648.',
  'revoke 9223372036854775807': 'No key has the id 9223372036854775807.',
  'revoke 9223372036854775808': ID,
  'unban 01': ID,
  'set-plan 99 --plan pro': 'No key has the id 99.',
};

t.test('says in one line what is wrong with a command, and changes nothing', async (t) => {
  const before = await json('list');
  for (const [name, message] of Object.entries(INVALID_KEY_NAMES)) {
    const line = `create --customer 1 --key-name "${name}"`;
    const expected = { message: new RegExp(`The ${message}$`) };
    await t.rejects(run(line), expected, encodeURIComponent(name));
  }
  const names = {
    'must not contain control characters, line breaks or changes of direction.': CONTROLS,
    'must have a visible character.': HIDDEN_NAMES,
  };
  for (const [problem, hostile] of Object.entries(names)) {
    for (const name of hostile.filter((one) => one.trim() !== '')) {
      const line = `create --plan free --name "${name}"`;
      await t.rejects(run(line), { message: `The name ${problem}` }, encodeURIComponent(name));
    }
  }
  for (const [line, message] of Object.entries(ERRORS)) {
    await t.rejects(run(`${line} --json`), { message }, line);
  }
  t.same(await json('list'), before);
});
