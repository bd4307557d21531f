import t, { type Test } from 'tap';
import { buildApp } from '../../src/app.ts';
import { openDatabase } from '../../src/database/database.ts';
import { isWellFormed } from '../../src/keys/api-key.ts';
import { createDatabase, temporaryFolder } from '../support/databases.ts';
import { type Ended, runScript } from '../support/scripts.ts';
import { testConfig } from '../support/test-config.ts';

const KEY = /^ask_\w{38}$/m;
const DAY_MS = 86_400_000;

/** A key as the command prints it with `--json`. */
interface Printed {
  readonly id: number;
  readonly key: string;
  readonly [name: string]: unknown;
}

t.test('create creates the database if there is none, and shows the key once', async (t) => {
  const cwd = await temporaryFolder(t);
  const run = (...args: string[]) => runScript(t, 'scripts/keys.ts', args, { cwd });
  const { code, stdout, stderr } = await run('create', '--name', 'Ada', '--plan', 'free');
  const [key = ''] = KEY.exec(stdout) ?? [];
  t.ok(isWellFormed(key));
  t.same(
    { code, stderr, stdout: stdout.replace(key, 'KEY') },
    {
      code: 0,
      stderr: '',
      stdout: [
        'id  customer  plan  per minute  per day  state   until',
        '1   1 Ada     free  60          1000     active',
        '',
        'KEY',
        '',
        'Save this key now: it is not shown again.',
        '',
      ].join('\n'),
    },
  );
  t.notMatch((await run('list')).stdout, KEY);
});

t.test('with --json create prints one object', async (t) => {
  const { json } = await openStore(t);
  const { key, createdAt, expiresAt, ...rest } = await json<Printed>(
    ...['create', '--name', 'Ada', '--plan', 'enterprise'],
    ...['--per-minute', '5', '--per-day', '70', '--expires-in', '90d'],
  );
  t.ok(isWellFormed(key));
  t.equal(Date.parse(String(expiresAt)) - Date.parse(String(createdAt)) > 89 * DAY_MS, true);
  t.strictSame(rest, {
    id: 1,
    customerId: 1,
    name: 'Ada',
    plan: 'enterprise',
    perMinute: 5,
    perDay: 70,
    state: 'active',
    revokedAt: null,
    bannedUntil: null,
  });
});

t.test('list shows all keys and their states', async (t) => {
  const { url, run, json } = await openStore(t);
  t.equal((await run('list')).stdout, 'No keys yet.\n');
  t.same(await json('list'), []);

  const { client } = await openForTest(t, url);
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
    (await run('list')).stdout,
    [
      'id  customer  plan  per minute  per day  state    until',
      '1   1 Ada     pro   300         10000    active',
      '2   2 Ada     pro   300         10000    expired  2026-01-01T00:00:00.000Z',
      '3   3 Ada     pro   300         10000    revoked  2026-01-01T00:00:00.000Z',
      '4   4 Ada     pro   300         10000    banned   2999-01-01T00:00:00.000Z',
      '',
    ].join('\n'),
  );
  const states = (await json<Printed[]>('list')).map(({ state }) => state);
  t.same(states, ['active', 'expired', 'revoked', 'banned']);

  t.test('and unban lifts a ban', async (t) => {
    t.match(await json('unban', '4'), { id: 4, state: 'active', bannedUntil: null });
    t.match((await run('unban', '4')).stdout, /^4 .* active$/m);
  });
});

t.test('after a rotation both keys count against the same limits', async (t) => {
  const { url, run, json } = await openStore(t);
  const old = await json<Printed>('create', '--name', 'Ada', '--plan', 'free');
  const { code, stdout } = await run('rotate', '1', '--overlap', '24h');
  t.equal(code, 0);
  const [key = ''] = KEY.exec(stdout) ?? [];
  const call = await openApp(t, url);
  t.match(await call(old.key), { status: 200, remaining: '59' });
  t.match(await call(key), { status: 200, remaining: '58' });

  const [first, second] = await json<Printed[]>('list');
  t.match(second, { customerId: 1, name: 'Ada', plan: 'free', expiresAt: null });
  const overlapMs = Date.parse(String(first?.expiresAt)) - Date.now();
  t.ok(overlapMs > 0.9 * DAY_MS && overlapMs <= DAY_MS, 'the old key has its overlap');

  t.test('a revoked key is rejected', async (t) => {
    t.match(await json('revoke', '1'), { id: 1, state: 'revoked', revokedAt: /^\d{4}-/ });
    const call = await openApp(t, url);
    t.match(await call(old.key), { status: 401 });
    t.match(await call(key), { status: 200 });
    t.match((await run('revoke', '2')).stdout, /^2 .* revoked /m);
  });
});

t.test('set-plan gives the customer the limits of another plan', async (t) => {
  const { run, json } = await openStore(t);
  await run('create', '--name', 'Ada', '--plan', 'free');
  t.match((await run('set-plan', '1', '--plan', 'pro')).stdout, /^1 .* pro +300 +10000 /m);
  const limits = ['--per-minute', '7', '--per-day', '8'];
  const changed = await json('set-plan', '1', '--plan', 'enterprise', ...limits);
  t.match(changed, { id: 1, plan: 'enterprise', perMinute: 7, perDay: 8 });
});

t.test('prints the help if asked for it, or for no command', async (t) => {
  for (const args of [[], ['help'], ['--help'], ['create', '--help']]) {
    const { code, stdout, stderr } = await runScript(t, 'scripts/keys.ts', args);
    t.equal(code, 0);
    t.match(stdout, /^Manages API keys\.\n\n {2}npm run --silent keys -- create --name NAME/);
    t.equal(stderr, '');
  }
});

const CREATE = ['create', '--name', 'Ada', '--plan'];
const COUNT = 'must be a whole number from 1 to 2147483647.';
const DURATION = 'must be a duration such as 30s, 15m, 24h or 90d, at most 100 years.';

const ERRORS: [args: string[], line: string | RegExp][] = [
  [['crate'], 'Unknown command crate. See: npm run --silent keys -- --help'],
  [['toString'], 'Unknown command toString. See: npm run --silent keys -- --help'],
  [['create'], '--name is required.'],
  [['create', '--name', 'Ada'], '--plan is required.'],
  [['create', '--name'], /^Option '--name' argument is ambiguous/],
  [['create', '--name', ' ', '--plan', 'free'], 'The name must have 1 to 255 characters.'],
  [
    ['create', '--name', 'a'.repeat(256), '--plan', 'free'],
    'The name must have 1 to 255 characters.',
  ],
  [[...CREATE, 'gold'], '--plan must be one of free, pro, business, enterprise.'],
  [[...CREATE, 'free', 'now'], 'Unexpected argument now.'],
  [[...CREATE, 'free', '--colour', 'red'], /^Unknown option '--colour'/],
  [[...CREATE, 'enterprise'], 'The plan enterprise requires limits of its own.'],
  [[...CREATE, 'enterprise', '--per-minute', '5'], '--per-day is required.'],
  [[...CREATE, 'enterprise', '--per-day', '5'], '--per-minute is required.'],
  [[...CREATE, 'enterprise', '--per-minute', '0', '--per-day', '5'], `--per-minute ${COUNT}`],
  [[...CREATE, 'enterprise', '--per-minute', '5', '--per-day', '1e3'], `--per-day ${COUNT}`],
  [
    [...CREATE, 'free', '--per-minute', '5', '--per-day', '5'],
    'The limits of the plan free are fixed.',
  ],
  [[...CREATE, 'free', '--expires-in', '90'], `--expires-in ${DURATION}`],
  [[...CREATE, 'free', '--expires-in', '0d'], `--expires-in ${DURATION}`],
  [[...CREATE, 'free', '--expires-in', '36501d'], `--expires-in ${DURATION}`],
  [['list', '1'], 'Unexpected argument 1.'],
  [['rotate'], 'ID is required.'],
  [['rotate', '1', '2', '--overlap', '1h'], 'Unexpected argument 2.'],
  [['rotate', '1'], '--overlap is required.'],
  [['rotate', '1', '--overlap', 'soon'], `--overlap ${DURATION}`],
  [['rotate', 'one', '--overlap', '1h'], `ID ${COUNT}`],
  [['rotate', '99', '--overlap', '1h'], 'No key has the id 99.'],
  [['rotate', '2', '--overlap', '1h'], 'The key 2 is revoked.'],
  [['revoke'], 'ID is required.'],
  [['revoke', '2147483648'], `ID ${COUNT}`],
  [['revoke', '99'], 'No key has the id 99.'],
  [['unban', '01'], `ID ${COUNT}`],
  [['unban', '99'], 'No key has the id 99.'],
  [['set-plan', '1'], '--plan is required.'],
  [['set-plan', '99', '--plan', 'pro'], 'No key has the id 99.'],
  [['set-plan', '1', '--plan', 'enterprise'], 'The plan enterprise requires limits of its own.'],
];

t.test('prints one line for each error, and changes nothing', async (t) => {
  const { run, json } = await openStore(t);
  await run('create', '--name', 'Ada', '--plan', 'free');
  await run('create', '--name', 'Bob', '--plan', 'pro');
  await run('revoke', '2');
  const before = await json('list');
  for (const [args, line] of ERRORS) {
    const { code, stdout, stderr } = await run(...args, '--json');
    t.same({ code, stdout }, { code: 1, stdout: '' }, args.join(' '));
    if (typeof line === 'string') t.equal(stderr, `${line}\n`);
    else t.match(stderr, line);
  }
  t.same(await json('list'), before);
});

t.test('names a setting that is wrong', async (t) => {
  const settings = { DATABASE_URL: 'mysql://db' };
  t.same(await runScript(t, 'scripts/keys.ts', ['list'], { settings }), {
    code: 1,
    stdout: '',
    stderr: 'DATABASE_URL must start with file: or postgresql://.\n',
  });
});

interface Store {
  readonly url: string;
  run(...args: string[]): Promise<Ended>;
  json<Result>(...args: string[]): Promise<Result>;
}

/** An empty store, and the command on it. */
async function openStore(t: Test): Promise<Store> {
  const url = await createDatabase(t);
  const cwd = await temporaryFolder(t);
  const settings = { DATABASE_URL: url };
  const run = (...args: string[]) => runScript(t, 'scripts/keys.ts', args, { cwd, settings });
  return {
    url,
    run,
    json: async (...args) => JSON.parse((await run(...args, '--json')).stdout),
  };
}

async function openForTest(t: Test, url: string) {
  const database = await openDatabase(url, { isTimed: false });
  t.teardown(() => database.close());
  return database;
}

/** The service on that store, before it has seen any key. */
async function openApp(t: Test, url: string) {
  const config = testConfig({ DATABASE_URL: url });
  const app = await buildApp(config, await openForTest(t, url));
  t.teardown(() => app.close());
  return async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await app.inject({ url: '/v1/pets', headers });
    return { status: response.statusCode, remaining: response.headers['x-ratelimit-remaining'] };
  };
}
