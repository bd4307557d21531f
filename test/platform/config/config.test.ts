// Settings: their defaults and forms, what is said of mistakes, and secrets in files.

import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import {
  currentValue,
  fitOpenFiles,
  openFilesLimit,
  settingsOf,
} from '../../../src/platform/config/index.ts';
import { readConfig } from '../../../src/platform/config/read-config.ts';
import { baseUrl } from '../../../src/platform/config/rules.ts';
import { addressProblem, readAddress } from '../../../src/platform/database/index.ts';
import { timeLimits } from '../../../src/platform/database/options.ts';
import { temporaryFolder } from '../../support/databases.ts';
import { service } from '../service/src/service.ts';

/** What the service knows of settings. */
const RULES = {
  DATABASE_URL: addressProblem,
  PUBLIC_URL: baseUrl(['/v1']),
  STAGING_URL: baseUrl(['/v1']),
};

/** documents.test.ts compares them with README. */
const DEFAULTS: Record<string, unknown> = {};
for (const [name, setting] of Object.entries(settingsOf(service))) {
  if ('default' in setting) DEFAULTS[name] = setting.default;
}

t.test('has a default for every setting that the service needs', async (t) => {
  const blank = { PORT: '', TRUST_PROXY: ' ', PUBLIC_URL: '', REDIS_URL_FILE: '' };
  t.strictSame(readConfig(service, blank), DEFAULTS);
  t.strictSame(
    readConfig(service, { PATH: '/bin', DATABSE_URL: 'file:x' }),
    DEFAULTS,
    'reads no other',
  );
});

t.test('lowers connections to what the limit of open files allows, and says so', async (t) => {
  const sqlite = readConfig(service, {});
  const postgresql = readConfig(service, { DATABASE_URL: 'postgresql://a@127.0.0.1/b' });
  for (const [config, limit, maxConnections, poolSize, warnings] of [
    [sqlite, undefined, 2_000, 10, []],
    [sqlite, 2_100, 2_000, 10, []],
    [sqlite, 1_024, 924, 10, [/1024 files .*: MAX_CONNECTIONS is 924 instead of 2000/]],
    [postgresql, 2_110, 2_000, 10, []],
    [postgresql, 1_024, 914, 10, [/MAX_CONNECTIONS is 914/]],
    [postgresql, 110, 5, 5, [/DATABASE_POOL_SIZE is 5 instead of 10/, /MAX_CONNECTIONS is 5/]],
    [postgresql, 64, 1, 1, [/DATABASE_POOL_SIZE is 1/, /MAX_CONNECTIONS is 1/]],
  ] as const) {
    const told: string[] = [];
    const fitted = fitOpenFiles(config, limit, (message) => told.push(message));
    t.match(fitted, { MAX_CONNECTIONS: maxConnections, DATABASE_POOL_SIZE: poolSize });
    t.match(told, warnings, String(limit));
    t.equal(told.length, warnings.length);
  }
});

t.test('knows how many files the process can open, where the system tells it', async (t) => {
  const file = join(await temporaryFolder(t), 'limits');
  const limitIn = async (text: string) => {
    await writeFile(file, `Max processes   96  96  processes\nMax open files   ${text}  files\n`);
    return openFilesLimit(file);
  };
  t.equal(await limitIn('1024       524288'), 1_024);
  t.equal(await limitIn('unlimited  unlimited'), undefined);
  t.equal(openFilesLimit('/no/such/file'), undefined);
  t.equal(
    String(openFilesLimit()),
    execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }).trim(),
  );
});

/** The numbers, each with its default, the least and the most that it takes, in its own unit. */
const NUMBERS: [name: string, initial: number | undefined, least: number, most: number][] = [
  ['PORT', 3_000, 0, 65_535],
  ['DATABASE_POOL_SIZE', 10, 1, 1_000],
  ['DATABASE_CONNECT_TIMEOUT_MS', 1_500, 100, 60_000],
  ['DATABASE_STATEMENT_TIMEOUT_MS', 1_500, 100, 60_000],
  ['DATABASE_TRANSACTION_TIMEOUT_MS', undefined, 100, 600_000],
  ['METRICS_PORT', undefined, 0, 65_535],
  ['DRAIN_SECONDS', 0, 0, 600],
  ['SHUTDOWN_SECONDS', 10, 1, 3_600],
  ['MAX_CONNECTIONS', 2_000, 2, 1_000_000],
  // 0 for no limit.
  ['MAX_CONNECTIONS_PER_ADDRESS', 200, 0, 1_000_000],
  ['MAX_EVENT_LOOP_DELAY_MS', 500, 20, 60_000],
  ['BODY_LIMIT_BYTES', 65_536, 1_024, 1_048_576],
  ['ANONYMOUS_PER_MINUTE', 60, 1, 1_000_000],
  ['BAN_AFTER_REJECTIONS', 10, 1, 1_000_000],
  ['BAN_SECONDS', 300, 1, 86_400],
  ['KEY_EVENTS_DAYS', undefined, 30, 36_500],
  ['OTEL_TRACES_SAMPLER_ARG', 1, 0, 1],
];

t.test('a number has a default, a least and a greatest value', async (t) => {
  const defaults = readConfig(service, {});
  for (const [name, initial, least, most] of NUMBERS) {
    const read = (value: number) => {
      // So that they contradict no other.
      const others = {
        SHUTDOWN_SECONDS: '999',
        DATABASE_STATEMENT_TIMEOUT_MS: '100',
        DATABASE_TRANSACTION_TIMEOUT_MS: '600000',
      };
      const given = problemsOf({ ...others, [name]: String(value) });
      return given.startsWith('accepted ')
        ? JSON.parse(given.slice('accepted '.length))[name]
        : given;
    };
    t.equal(defaults[name as 'PORT'], initial, name);
    t.equal(read(least), least);
    t.equal(read(most), most);
    t.equal(read(least - 1), `${name} must be at least ${least}.`);
    t.equal(read(most + 1), `${name} must be at most ${most}.`);
  }
  const numbers = Object.entries(settingsOf(service)).filter(([, { type }]) => {
    return type === 'integer' || type === 'number';
  });
  t.strictSame(
    NUMBERS.map(([name]) => name),
    numbers.map(([name]) => name),
  );
});

t.test('takes integers as they are usually written', async (t) => {
  for (const [name, setting] of Object.entries(settingsOf(service))) {
    if (setting.type !== 'integer') continue;
    for (const value of ['x', '0x10', '1e3', '+80', '080', ' 80', '80.0', '5m', '64_000']) {
      t.equal(problemsOf({ [name]: value }), `${name} must be an integer.`, value);
    }
  }
});

/** The texts that have a default. */
const TEXTS = {
  HOST: '127.0.0.1',
  DATABASE_URL: 'file:./data/sample-service.db',
  LOG_LEVEL: 'info',
  METRICS_HOST: '127.0.0.1',
  REDIS_NAMESPACE: 'sample-service',
  OTEL_SERVICE_NAME: 'sample-service',
};

t.test('a text has a default where the service needs it', async (t) => {
  const values = Object.entries(readConfig(service, {}));
  t.strictSame(Object.fromEntries(values.filter(([, value]) => typeof value === 'string')), TEXTS);
});

t.test('a transaction has at least the time of one statement', async (t) => {
  const limitsOf = (settings: Record<string, string>) => {
    const { DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_TRANSACTION_TIMEOUT_MS } = readConfig(
      service,
      settings,
    );
    return [DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_TRANSACTION_TIMEOUT_MS];
  };
  const statement = (ms: string) => ({ DATABASE_STATEMENT_TIMEOUT_MS: ms });
  const transaction = (ms: string) => ({ DATABASE_TRANSACTION_TIMEOUT_MS: ms });
  t.same(limitsOf({}), [1_500, undefined]);
  t.same(limitsOf(transaction('700')), [700, 700], 'a default gives way');
  t.same(limitsOf(statement('20000')), [20_000, undefined]);
  t.same(limitsOf({ ...statement('700'), ...transaction('700') }), [700, 700]);
  t.equal(
    problemsOf({ ...statement('1500'), ...transaction('1499') }),
    'DATABASE_TRANSACTION_TIMEOUT_MS must not be less than DATABASE_STATEMENT_TIMEOUT_MS.',
  );
  t.equal(timeLimits().transactionMs, 5_000);
  t.equal(timeLimits({ statementTimeoutMs: 20_000 }).transactionMs, 20_000);
  t.equal(timeLimits({ statementTimeoutMs: 20, transactionTimeoutMs: 30 }).transactionMs, 30);
});

t.test('one port can have two listeners at different addresses', async (t) => {
  for (const [HOST, METRICS_HOST, expected] of [
    ['127.0.0.1', '::1', 80],
    ['::', '10.0.0.1', 'METRICS_PORT must not be PORT.'],
    ['10.0.0.1', '0.0.0.0', 'METRICS_PORT must not be PORT.'],
  ] as const) {
    const settings = { HOST, METRICS_HOST, PORT: '80', METRICS_PORT: '80' };
    const result =
      expected === 80 ? readConfig(service, settings).METRICS_PORT : problemsOf(settings);
    t.equal(result, expected);
  }
});

t.test('a port is shared only by processes that have all in common', async (t) => {
  const shared = {
    REUSE_PORT: 'true',
    DATABASE_URL: 'postgresql://a@127.0.0.1/b',
    REDIS_URL: 'redis://localhost',
  };
  t.equal(readConfig(service, {}).REUSE_PORT, false);
  t.equal(readConfig(service, { REUSE_PORT: 'false' }).REUSE_PORT, false);
  t.equal(readConfig(service, shared).REUSE_PORT, true);
  t.equal(problemsOf({ ...shared, REUSE_PORT: 'yes' }), 'REUSE_PORT must be a boolean.');
  t.equal(
    problemsOf({ REUSE_PORT: 'true', PORT: '0' }),
    [
      'REUSE_PORT needs a PORT: with 0, each process has another.',
      'REUSE_PORT needs PostgreSQL: processes that write to one SQLite file wait for each other.',
      'REUSE_PORT needs REDIS_URL: without it, each process counts alone, up to the whole limit.',
    ].join('\n'),
  );
});

const COLLECTOR = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const ACCEPTED: [name: string, ...values: string[]][] = [
  ['DATABASE_URL', 'file:x', 'postgres://x', 'postgresql://x'],
  ['LOG_LEVEL', ...LEVELS],
  ['DRAIN_SECONDS', '0', '9'],
  [COLLECTOR, 'http://localhost:4318', 'https://otel.example.com/a/b/'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=x', 'Api-Key = a%2Cb=c , x-tenant=%20'],
  ['OTEL_TRACES_SAMPLER_ARG', '0', '1', '0.25', '0.001'],
  ['REDIS_URL', 'redis://localhost', 'redis://localhost/', 'redis://a?family=6'],
  ['REDIS_URL', 'rediss://:secret@redis.example.com:6380/1', 'redis://user:p%2Fq%40r@[::1]:6379'],
  ['REDIS_URL', 'redis://a,rediss://:s@b:1/0'],
  ['REDIS_NAMESPACE', 'x', 'sample-service:2'],
  ['TRUST_PROXY', 'loopback , uniquelocal', 'linklocal', '127.0.0.1', '0.0.0.0/1', '10.0.0.0/32'],
  ['TRUST_PROXY', '::1', '2001:db8::/1', '2001:db8::/128'],
  ['CORS_ORIGINS', ' * ', 'https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'],
  ['CORS_ORIGINS', 'https://a.example,https://b.example', 'https://xn--bcher-kva.ch , http://a'],
  ['PUBLIC_URL', 'http://localhost/v1', 'https://example.com:8080/widgets/v1'],
  ['CONTACT_EMAIL', 'api@example.com'],
];

t.test('accepts every form of an address, a network, an origin ...', async (t) => {
  for (const [name, ...values] of ACCEPTED) {
    for (const value of values) {
      t.match(String(readConfig(service, { [name]: value })[name as 'HOST']), value);
    }
  }
});

const NO_DATABASE = 'must start with file: or postgresql://.';
const NO_COLLECTOR =
  'must be an http(s) address such as http://localhost:4318, without credentials and query.';
const NO_HEADERS =
  'must have the form NAME=VALUE,NAME=VALUE. Write special characters in a value as in %2C.';
const NO_REDIS =
  'must have the form redis://USER:PASSWORD@HOST:PORT. ' +
  'Write special characters in a password as in %2F.';
const NO_PROXIES =
  'must be a list of IP addresses, networks such as 10.0.0.0/8, ' +
  'or loopback, linklocal, uniquelocal.';
const NO_ORIGINS =
  'must be a list of origins such as https://app.example.com, separated by commas, or * alone.';
const NO_URL = 'must be an http(s) address that ends in /v1.';
const INVALID: [name: string, message: string, ...values: string[]][] = [
  ['DATABASE_URL', NO_DATABASE, 'file:', 'postgresql://', 'mysql://a/b', './a.db', 'FILE:x'],
  ['LOG_LEVEL', `must be one of ${LEVELS.join(', ')}.`, 'verbose', 'INFO', 'info '],
  ['DRAIN_SECONDS', 'must be less than SHUTDOWN_SECONDS.', '10', '600'],
  ['METRICS_PORT', 'must not be PORT.', '3000'],
  ['REDIS_URL', NO_REDIS, 'redis:', 'redis://', 'localhost:6379', 'http://localhost'],
  ['REDIS_URL', NO_REDIS, 'redis://:se/cret@a', 'redis://user:12/ab@a', 'redis://:se#cret@a'],
  ['REDIS_URL', NO_REDIS, 'redis://:se%zzcret@a', 'redis://:s,t@a', 'redis://user:12?ab@a'],
  ['REDIS_URL', NO_REDIS, 'redis://user:12#ab@a', 'redis://a:99999', 'redis://a/x', 'redis://a b'],
  ['REDIS_URL', NO_REDIS, 'redis://a,http://b', 'redis://a,'],
  [COLLECTOR, NO_COLLECTOR, 'localhost:4318', 'grpc://localhost', 'http://', 'http://a b'],
  [COLLECTOR, NO_COLLECTOR, 'http://localhost:99999', 'http://user:secret@localhost'],
  [COLLECTOR, NO_COLLECTOR, 'http://localhost?key=secret', 'http://localhost#secret'],
  [COLLECTOR, NO_COLLECTOR, 'http://localhost:4318?', 'http://localhost#', 'http://localhost '],
  ['OTEL_EXPORTER_OTLP_HEADERS', NO_HEADERS, 'secret', '=secret', 'a=', 'a=b,', ',a=b'],
  ['OTEL_EXPORTER_OTLP_HEADERS', NO_HEADERS, 'a b=secret', 'a=%zz', 'a=%0A', 'a=b,secret'],
  ['OTEL_TRACES_SAMPLER_ARG', 'must be a number.', 'x', 'all', '50%', '0x1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'must be at most 1.', '1.1', '100'],
  ['OTEL_TRACES_SAMPLER_ARG', 'must be at least 0.', '-0.1'],
  ['REDIS_NAMESPACE', 'must have no braces and no spaces.', '{x}', 'x}', 'a b'],
  ['TRUST_PROXY', NO_PROXIES, 'true', '1', '*', 'localhost', 'Loopback', 'loopback/8'],
  ['TRUST_PROXY', NO_PROXIES, '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/', '/8'],
  ['TRUST_PROXY', NO_PROXIES, '10.0.0.256', '10.0.0.0/255.0.0.0', '10.0.0.0/8/8', '::1/129'],
  ['TRUST_PROXY', NO_PROXIES, ',', '127.0.0.1,'],
  ['TRUST_PROXY', NO_PROXIES, '127.0.0.1,,::1', '127.0.0.1;::1', '127.0.0.1 ::1', '::1,x'],
  ['CORS_ORIGINS', NO_ORIGINS, 'app.example.com', 'ftp://a.example', 'null', 'https://', 'true'],
  ['CORS_ORIGINS', NO_ORIGINS, 'https:a.example', 'https://a.example,*', 'https://a.example,'],
  ['CORS_ORIGINS', NO_ORIGINS, 'https://*.example.com', 'https://a b', 'https://a.example/'],
  ['CORS_ORIGINS', NO_ORIGINS, 'https://A.example', 'https://a.example:443', 'https://u:p@a'],
  ['CORS_ORIGINS', NO_ORIGINS, 'https://a.example,https://b.example/#'],
  ['PUBLIC_URL', NO_URL, 'https://example.com', 'https://example.com/v1/', 'ftp://example.com/v1'],
  ['PUBLIC_URL', NO_URL, "https://example.com/it's/v1", 'https://a/$HOME/v1', 'https://a?b=/v1'],
  ['PUBLIC_URL', NO_URL, 'https://example.com:99999/v1', 'https://[::g]/v1', 'https:///v1'],
  ['STAGING_URL', NO_URL, 'https://example.com/v2', 'https://exam ple.com/v1', '/v1'],
  ['STAGING_URL', NO_URL, 'https://example.com:99999/v1', 'https://u:p@a/v1'],
  ['CONTACT_URL', 'must be an http(s) address.', 'example.com', 'https://a b', 'https://a:99999'],
];

t.test('says what is wrong with a setting', async (t) => {
  for (const [name, message, ...values] of INVALID) {
    for (const value of values) t.match(problemsOf({ [name]: value }), `${name} ${message}`, value);
  }
});

t.test('reports every mistake at once, each in a line of its own, and no secret', async (t) => {
  const settings = {
    CORS_ORIGINS: 'here',
    DATABASE_URL: 'postgresql://u:secret@a,b/store',
    LOG_LEVEL: 'loud',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key secret@',
    PORT: 'x',
    REDIS_URL_FILE: '/nothing',
  };
  const problems = problemsOf(settings);
  const names = problems.split('\n').map((line) => line.split(/[: ]/, 1)[0]);
  t.strictSame(names.sort(), Object.keys(settings));
  t.match(problems, /DATABASE_URL cannot be used. The database address has several hosts/);
  t.notMatch(problems, 'secret@');
});

const SECRET = 'postgresql://ada:first@db/store';

/** Writes DATABASE_URL into a file, for a configuration. */
async function openFile(t: Test, content = SECRET) {
  const path = join(await temporaryFolder(t), 'url');
  await writeFile(path, content);
  const log: string[] = [];
  const read = () =>
    readConfig(
      service,
      { DATABASE_URL_FILE: path },
      { log: (level, line) => log.push(`${level} ${line}`), rules: RULES },
    );
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

t.test('puts passwords into addresses', async (t) => {
  const password = 'a/b#c%d?e@f:g h$1"\'é,';
  const encoded = encodeURIComponent(password);
  const { path } = await openFile(t, `${password}\n`);
  const addresses = {
    'postgresql://ada@db:1/store?sslmode=disable': `postgresql://ada:${encoded}@db:1/store?sslmode=disable`,
    'postgresql://db': `postgresql://:${encoded}@db`,
    'postgresql://ada@/store?host=/run': `postgresql://ada:${encoded}@/store?host=/run`,
    'postgresql:///store?host=/run&user=ada': `postgresql://:${encoded}@/store?host=/run&user=ada`,
  };
  for (const [address, complete] of Object.entries(addresses)) {
    for (const given of [{ DATABASE_PASSWORD: password }, { DATABASE_PASSWORD_FILE: path }]) {
      const { DATABASE_URL } = readConfig(service, { DATABASE_URL: address, ...given });
      t.equal(currentValue(DATABASE_URL), complete);
      t.equal(readAddress(complete).client.password, password);
    }
    t.equal(readAddress(complete).client.user, address.includes('ada') ? 'ada' : '');
  }
  const REDIS_URL = 'redis://a:1/2,rediss://b';
  const redis = readConfig(service, { REDIS_URL, REDIS_PASSWORD_FILE: path }).REDIS_URL;
  t.equal(currentValue(redis ?? ''), `redis://:${encoded}@a:1/2,rediss://b`);
  for (const [given, name] of [
    [{ DATABASE_PASSWORD: 'secret' }, 'DATABASE'],
    [{ DATABASE_PASSWORD: 'secret', DATABASE_URL: 'postgresql://a:@b' }, 'DATABASE'],
    [{ DATABASE_PASSWORD: 'secret', DATABASE_URL: 'postgresql://b?password=c' }, 'DATABASE'],
    [{ REDIS_PASSWORD: 'secret' }, 'REDIS'],
    [{ REDIS_PASSWORD: 'secret', REDIS_URL: 'redis://a:b@c' }, 'REDIS'],
  ] as const) {
    const problem = `${name}_URL must name a server, without a password.`;
    t.equal(problemsOf(given), `${name}_PASSWORD is set: ${problem}`);
  }
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
  const line = `info DATABASE_URL_FILE: new connections use the new content of ${path}`;
  t.strictSame(log.splice(0), [line]);

  const unusable: [make: () => Promise<unknown>, problem: string][] = [
    [() => rm(path), 'the file cannot be read (ENOENT).'],
    [() => mkdir(path), 'the file cannot be read (EISDIR).'],
    [() => rm(path, { recursive: true }), 'the file cannot be read (ENOENT).'],
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
    t.match(problemsOf({ DATABASE_URL_FILE: path }), `${path}: ${problem}`, 'at the start');
  }

  await writeFile(path, changed);
  t.equal(currentValue(secret), changed);
  t.strictSame(log, []);
  await writeFile(path, '');
  currentValue(secret);
  t.equal(log.splice(0).length, 1, 'logged again the next time');

  await rm(path);
  execFileSync('mkfifo', [path]);
  t.equal(currentValue(secret), changed, 'a pipe is not read again');
  t.strictSame(log, []);
});

/** Returns the message with which the service does not start. */
function problemsOf(environment: Record<string, string>): string {
  try {
    return `accepted ${JSON.stringify(readConfig(service, environment, { rules: RULES }))}`;
  } catch (error) {
    return (error as Error).message;
  }
}
