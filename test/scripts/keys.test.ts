import t from 'tap';
import { runKeyCommand } from '../../scripts/keys.ts';
import { openDatabase } from '../../src/database/index.ts';
import { isWellFormed } from '../../src/keys/api-key.ts';
import { createDatabase, temporaryFolder } from '../support/databases.ts';
import { runScript } from '../support/scripts.ts';

/*
 * The command line of `npm run keys`. What becomes of keys is tested in test/keys/.
 */

const KEY = /^ask_\w{38}$/m;
const DAY_MS = 86_400_000;
const url = await createDatabase(t);

/** Runs a command as a person types it. */
function run(line: string, databaseUrl = url): Promise<string> {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
  // One of the two has matched.
  return runKeyCommand(words as string[], () => openDatabase(databaseUrl, { isTimed: false }));
}

async function json(line: string, databaseUrl = url) {
  return JSON.parse(await run(`${line} --json`, databaseUrl));
}

t.test('the command creates a database if there is none, and shows a key once', async (t) => {
  const cwd = await temporaryFolder(t);
  const start = (...args: string[]) => runScript(t, 'scripts/keys.ts', args, { cwd });
  const { code, stdout, stderr } = await start('create', '--name', 'Ada', '--plan', 'free');
  const [key = ''] = KEY.exec(stdout) ?? [];
  t.ok(isWellFormed(key));
  t.same([code, stderr], [0, '']);
  t.equal(
    stdout.replace(key, 'KEY'),
    'id  customer  plan  per minute  per day  state   until\n' +
      '1   1 Ada     free  60          1000     active\n\n' +
      'KEY\n\nSave this key now: it is not shown again.\n',
  );
  t.notMatch((await start('list')).stdout, KEY);
  t.same(await start('crate'), {
    code: 1,
    stdout: '',
    stderr: 'Unknown command crate. See: npm run --silent keys -- --help\n',
  });
});

t.test('every command prints JSON with --json, and a table without', async (t) => {
  t.equal(await run('list'), 'No keys yet.\n');
  t.same(await json('list'), []);
  const limits = '--per-minute 5 --per-day 70';
  const { key, createdAt, expiresAt, ...created } = await json(
    `create --name "Ada's shop" --plan enterprise ${limits} --expires-in 90d`,
  );
  t.ok(isWellFormed(key));
  t.ok(Date.parse(expiresAt) - Date.parse(createdAt) > 89 * DAY_MS);
  t.strictSame(created, {
    ...{ id: 1, customerId: 1, name: "Ada's shop", plan: 'enterprise', perMinute: 5, perDay: 70 },
    ...{ state: 'active', revokedAt: null, bannedUntil: null },
  });

  const rotated = await json('rotate 1 --overlap 24h');
  t.match(rotated, { id: 2, customerId: 1, expiresAt });
  t.ok(isWellFormed(rotated.key));
  const [{ expiresAt: end }] = await json('list');
  const overlapMs = Date.parse(end) - Date.now();
  t.ok(overlapMs > 0.9 * DAY_MS && overlapMs <= DAY_MS, 'the old key has its overlap');
  t.match(await run('rotate 2 --overlap 1h'), KEY);

  t.match(await json('revoke 3'), { id: 3, state: 'revoked', revokedAt: /^\d{4}-/ });
  t.match(await run('set-plan 1 --plan pro'), /^1 .* pro +300 +10000 /m);
  t.match(await json(`set-plan 1 --plan enterprise ${limits}`), { perMinute: 5, perDay: 70 });
});

t.test('list shows the state of every key, and unban lifts a ban', async (t) => {
  const stored = await createDatabase(t);
  const { client, close } = await openDatabase(stored, { isTimed: false });
  t.teardown(close);
  const customer = { create: { name: 'Ada', plan: 'pro' } } as const;
  const past = new Date('2026-01-01T00:00:00Z');
  const future = new Date('2999-01-01T00:00:00Z');
  for (const [hash, data] of Object.entries({
    active: {},
    expired: { expiresAt: past },
    revoked: { expiresAt: past, revokedAt: past },
    banned: { bannedAt: past, bannedUntil: future },
  })) {
    await client.apiKey.create({ data: { hash, customer, ...data } });
  }
  t.equal(
    await run('list', stored),
    'id  customer  plan  per minute  per day  state    until\n' +
      '1   1 Ada     pro   300         10000    active\n' +
      '2   2 Ada     pro   300         10000    expired  2026-01-01T00:00:00.000Z\n' +
      '3   3 Ada     pro   300         10000    revoked  2026-01-01T00:00:00.000Z\n' +
      '4   4 Ada     pro   300         10000    banned   2999-01-01T00:00:00.000Z\n',
  );
  t.match(await json('unban 4', stored), { id: 4, state: 'active', bannedUntil: null });
  t.match(await run('unban 4', stored), /^4 .* active$/m);
});

t.test('prints the help if asked for it, or for no command', async (t) => {
  for (const line of ['', 'help', '--help', 'create --help']) {
    const help = await run(line);
    t.match(help, /^Manages API keys\.\n\n {2}npm run --silent keys -- create --name NAME/);
  }
});

const CREATE = 'create --name Ada --plan';
const COUNT = 'must be a whole number from 1 to 2147483647.';
const DURATION = 'must be a duration such as 30s, 15m, 24h or 90d, at most 100 years.';

const ERRORS: Readonly<Record<string, string | RegExp>> = {
  toString: 'Unknown command toString. See: npm run --silent keys -- --help',
  create: '--name is required.',
  'create --name Ada': '--plan is required.',
  'create --name': /^Option '--name' argument/,
  'create --name " " --plan free': 'The name must have 1 to 255 characters.',
  [`${CREATE} gold`]: '--plan must be one of free, pro, business, enterprise.',
  [`${CREATE} free now`]: 'Unexpected argument now.',
  [`${CREATE} free --colour red`]: /^Unknown option '--colour'/,
  [`${CREATE} enterprise`]: 'The plan enterprise requires limits of its own.',
  [`${CREATE} enterprise --per-minute 5`]: '--per-day is required.',
  [`${CREATE} enterprise --per-minute 0 --per-day 5`]: `--per-minute ${COUNT}`,
  [`${CREATE} enterprise --per-minute 5 --per-day 1e3`]: `--per-day ${COUNT}`,
  [`${CREATE} free --per-minute 5 --per-day 5`]: 'The limits of the plan free are fixed.',
  [`${CREATE} free --expires-in 90`]: `--expires-in ${DURATION}`,
  [`${CREATE} free --expires-in 0d`]: `--expires-in ${DURATION}`,
  [`${CREATE} free --expires-in 36501d`]: `--expires-in ${DURATION}`,
  'list 1': 'Unexpected argument 1.',
  rotate: 'ID is required.',
  'rotate 1': '--overlap is required.',
  'rotate 1 2 --overlap 1h': 'Unexpected argument 2.',
  'rotate 1 --overlap soon': `--overlap ${DURATION}`,
  'rotate one --overlap 1h': `ID ${COUNT}`,
  'rotate 99 --overlap 1h': 'No key has the id 99.',
  'rotate 3 --overlap 1h': 'The key 3 is revoked.',
  'revoke 2147483648': `ID ${COUNT}`,
  'unban 01': `ID ${COUNT}`,
  'set-plan 1': '--plan is required.',
  'set-plan 99 --plan pro': 'No key has the id 99.',
};

t.test('says in one line what is wrong with a command, and changes nothing', async (t) => {
  const before = await json('list');
  for (const [line, message] of Object.entries(ERRORS)) {
    await t.rejects(run(`${line} --json`), { message }, line);
  }
  t.same(await json('list'), before);
});
