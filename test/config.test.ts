import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readConfig } from '../src/config.ts';
import { currentValue, SETTINGS } from '../src/settings/index.ts';
import { temporaryFolder } from './support/databases.ts';

/** What README says of each is compared with it in documents.test.ts. */
const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([name, setting]) =>
    'default' in setting ? [[name, setting.default]] : [],
  ),
);

t.test('has a default for every setting that the service needs', async (t) => {
  const blank = { PORT: '', TRUST_PROXY: ' ', PUBLIC_URL: '', REDIS_URL_FILE: '' };
  t.strictSame(readConfig(blank), DEFAULTS);
  t.strictSame(readConfig({ PATH: '/bin', DATABSE_URL: 'file:x' }), DEFAULTS, 'reads no other');
  const link = { METRICS_PORT: 'tcp://10.0.0.1:9090' };
  t.strictSame(readConfig(link), DEFAULTS, 'Kubernetes sets it for a service named metrics');
});

t.test('takes integers, as they are usually written, within their range', async (t) => {
  for (const [name, setting] of Object.entries(SETTINGS)) {
    if (setting.type !== 'integer') continue;
    const { minimum, maximum } = setting;
    // Longer than any time of draining.
    const others: Record<string, string> =
      name === 'DRAIN_SECONDS' ? { SHUTDOWN_SECONDS: '999' } : {};
    for (const value of [minimum, maximum]) {
      t.match(readConfig({ ...others, [name]: `${value}` }), { [name]: value });
    }
    t.equal(problemsOf({ [name]: `${minimum - 1}` }), `${name} must be at least ${minimum}.`);
    t.equal(problemsOf({ [name]: `${maximum + 1}` }), `${name} must be at most ${maximum}.`);
    for (const value of ['x', '0x10', '1e3', '+80', '080', ' 80', '80.0', '5m', '64_000']) {
      t.equal(problemsOf({ [name]: value }), `${name} must be an integer.`, value);
    }
  }
});

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const ACCEPTED: Record<string, string[]> = {
  DATABASE_URL: ['file:x', 'postgres://x', 'postgresql://x'],
  LOG_LEVEL: LEVELS,
  DRAIN_SECONDS: ['0', '9'],
  REDIS_URL: [
    ...['redis://localhost', 'redis://localhost/', 'rediss://:secret@redis.example.com:6380/1'],
    ...['redis://user:p%2Fq%40r@[::1]:6379', 'redis://a,rediss://:s@b:1/0', 'redis://a?family=6'],
  ],
  REDIS_NAMESPACE: ['x', 'animal-store:2'],
  TRUST_PROXY: [
    ...['loopback , uniquelocal', 'linklocal', '127.0.0.1', '0.0.0.0/1', '10.0.0.0/32', '::1'],
    ...['2001:db8::/1', '2001:db8::/128'],
  ],
  CORS_ORIGINS: [
    ...[' * ', 'https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'],
    ...['https://a.example,https://b.example', 'https://xn--bcher-kva.example , http://192.0.2.1'],
  ],
  PUBLIC_URL: ['http://localhost/v1', 'https://example.com:8080/animals/v1'],
  CONTACT_EMAIL: ['api@example.com'],
};

t.test('accepts every form of an address, a network, an origin ...', async (t) => {
  for (const [name, values] of Object.entries(ACCEPTED)) {
    for (const value of values) {
      t.match(String(readConfig({ [name]: value })[name as 'HOST']), value);
    }
  }
});

const NO_URL = 'must be an http(s) address that ends in /v1.';
const INVALID: [name: string, message: string, ...values: string[]][] = [
  [
    'DATABASE_URL',
    'must start with file: or postgresql://.',
    ...['file:', 'postgresql://', 'mysql://localhost/store', './data/store.db', 'FILE:x'],
  ],
  ['LOG_LEVEL', `must be one of ${LEVELS.join(', ')}.`, 'verbose', 'INFO', 'info '],
  ['DRAIN_SECONDS', 'must be less than SHUTDOWN_SECONDS.', '10', '600'],
  [
    'REDIS_URL',
    'must have the form redis://USER:PASSWORD@HOST:PORT. Write special characters in a password as in %2F.',
    ...['redis:', 'redis://', 'localhost:6379', 'http://localhost', 'redis://local host'],
    ...['redis://:se/cret@localhost', 'redis://user:12/ab@localhost', 'redis://:se#cret@localhost'],
    ...['redis://:se%zzcret@localhost', 'redis://:s,t@localhost', 'redis://user:12?ab@localhost'],
    ...['redis://user:12#ab@localhost', 'redis://localhost:99999', 'redis://localhost/x'],
    ...['redis://a,http://b', 'redis://a,'],
  ],
  ['REDIS_NAMESPACE', 'must have no braces and no spaces.', '{x}', 'x}', 'a b'],
  [
    'TRUST_PROXY',
    'must be a list of IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
    ...['true', '1', '*', 'localhost', 'Loopback', 'loopback/8', '10.0.0.256', '10.0.0.0/0'],
    ...['10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/', '10.0.0.0/255.0.0.0', '10.0.0.0/8/8', '/8'],
    ...['::1/129', ',', '127.0.0.1,', '127.0.0.1,,::1', '127.0.0.1;::1', '127.0.0.1 ::1', '::1,x'],
  ],
  [
    'CORS_ORIGINS',
    'must be a list of origins such as https://app.example.com, separated by commas, or * alone.',
    ...['app.example.com', 'ftp://app.example.com', 'null', 'https://', 'https:a.example', 'true'],
    ...['https://a.example,*', 'https://a.example,', 'https://*.example.com', 'https://a b'],
    ...['https://app.example.com/', 'https://APP.example.com', 'https://app.example.com:443'],
    ...['https://user:pass@app.example.com', 'https://a.example,https://app.example.com/#'],
  ],
  ['PUBLIC_URL', NO_URL, 'https://example.com', 'https://example.com/v1/', 'ftp://example.com/v1'],
  ['STAGING_URL', NO_URL, 'https://example.com/v2', 'https://exam ple.com/v1', '/v1'],
  ['DATABASE_READ_URL', 'is no longer a setting: all reads go to DATABASE_URL.', 'x'],
];

t.test('says what is wrong with a setting', async (t) => {
  for (const [name, message, ...values] of INVALID) {
    for (const value of values) t.match(problemsOf({ [name]: value }), `${name} ${message}`, value);
  }
});

t.test('takes a setting by its name of the version before, with a warning', (t) => {
  const old = { BAN_AFTER_REFUSALS: '3' };
  const log: string[] = [];
  const read = (more: Record<string, string> = {}) =>
    readConfig({ ...old, ...more }, (level, line) => log.push(`${level} ${line}`));
  t.match(read(), { BAN_AFTER_REJECTIONS: 3 });
  t.match(read({ BAN_AFTER_REJECTIONS: '4' }), { BAN_AFTER_REJECTIONS: 4 }, 'its own name wins');
  t.match(read({ BAN_AFTER_REJECTIONS: ' ' }), { BAN_AFTER_REJECTIONS: 3 }, 'blank is not set');
  const warning =
    'warn BAN_AFTER_REFUSALS is now BAN_AFTER_REJECTIONS, and the next version does not know the old name';
  t.strictSame(log, [warning, warning, warning]);
  t.strictSame(readConfig({ BAN_AFTER_REFUSALS: '' }), DEFAULTS);
  t.equal(problemsOf({ BAN_AFTER_REFUSALS: '0' }), 'BAN_AFTER_REJECTIONS must be at least 1.');
  t.end();
});

t.test('reports every mistake at once, each in a line of its own, and no secret', async (t) => {
  const problems = problemsOf({
    ...{ DATABASE_READ_MAX_LAG_SECONDS: '2', DATABASE_READ_URL_FILE: '/secret' },
    ...{ REDIS_URL_FILE: '/nothing', PORT: 'x', LOG_LEVEL: 'loud', CORS_ORIGINS: 'here' },
    DATABASE_URL: 'postgresql://u:secret@a,b/store',
  });
  const names = problems.split('\n').map((line) => line.split(/[: ]/, 1)[0]);
  t.strictSame(names.sort(), [
    ...['CORS_ORIGINS', 'DATABASE_READ_MAX_LAG_SECONDS', 'DATABASE_READ_URL_FILE'],
    ...['DATABASE_URL', 'LOG_LEVEL', 'PORT', 'REDIS_URL_FILE'],
  ]);
  t.match(problems, /DATABASE_URL cannot be used. The database address has several hosts/);
  t.notMatch(problems, 'secret@');
});

const SECRET = 'postgresql://ada:first@db/store';

/** A configuration whose DATABASE_URL is in a file. */
async function openFile(t: Test, content = SECRET) {
  const path = join(await temporaryFolder(t), 'url');
  await writeFile(path, content);
  const log: string[] = [];
  const read = () =>
    readConfig({ DATABASE_URL_FILE: path }, (level, line) => log.push(`${level} ${line}`));
  return { path, log, read };
}

t.test('reads a secret from its file, without one newline at the end', async (t) => {
  for (const end of ['', '\n', '\r\n']) {
    const { read } = await openFile(t, SECRET + end);
    t.equal(currentValue(read().DATABASE_URL), SECRET, JSON.stringify(end));
  }
  const { path } = await openFile(t);
  t.equal(
    problemsOf({ DATABASE_URL: SECRET, DATABASE_URL_FILE: path }),
    'DATABASE_URL and DATABASE_URL_FILE are both set. Set only one.',
  );
});

t.test('reads the file again, and uses the last content while it cannot', async (t) => {
  const { path, log, read } = await openFile(t);
  const { DATABASE_URL: secret } = read();
  const changed = 'postgresql://ada:second@db/store';
  t.equal(currentValue(secret), SECRET);
  t.strictSame(log, []);

  await writeFile(`${path}.new`, changed);
  await rename(`${path}.new`, path);
  for (let i = 0; i < 2; i += 1) t.equal(currentValue(secret), changed);
  t.strictSame(log.splice(0), [
    `info DATABASE_URL_FILE: new connections use the new content of ${path}`,
  ]);

  const unusable: [make: () => Promise<unknown>, problem: string][] = [
    [() => rm(path), 'ENOENT: '],
    [() => mkdir(path), 'EISDIR: '],
    [() => rm(path, { recursive: true }), 'ENOENT: '],
    [() => writeFile(path, ''), 'the file is empty.'],
    [() => writeFile(path, `${SECRET}\nsecret`), 'the file has more than one line.'],
    [() => writeFile(path, `\uFEFF${SECRET}`), 'the content must start with file: or'],
    [() => writeFile(path, 'postgresql://ada:secret@db:0x1/a'), 'the content cannot be'],
  ];
  for (const [make, problem] of unusable) {
    await make();
    for (let i = 0; i < 2; i += 1) t.equal(currentValue(secret), changed, problem);
    t.equal(log.length, 1, 'logged once');
    t.match(log[0], `warn DATABASE_URL_FILE: ${path}: ${problem}`);
    t.match(log[0], / The last valid content is used\.$/);
    t.notMatch(log.splice(0)[0], /secret|ada/);
    t.match(
      problemsOf({ DATABASE_URL_FILE: path }),
      `DATABASE_URL_FILE: ${path}: ${problem}`,
      'at the start',
    );
  }

  await writeFile(path, changed);
  t.equal(currentValue(secret), changed);
  t.strictSame(log, []);
  await writeFile(path, '');
  currentValue(secret);
  t.equal(log.length, 1, 'logged again the next time');
});

/** What the service says of these variables, with which it does not start. */
function problemsOf(environment: Record<string, string>): string {
  try {
    return `accepted ${JSON.stringify(readConfig(environment))}`;
  } catch (error) {
    return (error as Error).message;
  }
}
