import t from 'tap';
import { readConfig, serviceLinks } from '../src/config.ts';
import { describeRedis } from '../src/settings/index.ts';

const DEFAULTS = {
  HOST: '127.0.0.1',
  PORT: 3_000,
  DATABASE_URL: 'file:./data/animal-store.db',
  DATABASE_READ_MAX_LAG_SECONDS: 2,
  DATABASE_POOL_SIZE: 10,
  DATABASE_CONNECT_TIMEOUT_MS: 1_500,
  DATABASE_STATEMENT_TIMEOUT_MS: 1_500,
  LOG_LEVEL: 'info',
  METRICS_HOST: '127.0.0.1',
  DRAIN_SECONDS: 0,
  SHUTDOWN_SECONDS: 10,
  MAX_CONNECTIONS: 2_000,
  MAX_EVENT_LOOP_DELAY_MS: 500,
  BODY_LIMIT_BYTES: 65_536,
  ANONYMOUS_PER_MINUTE: 60,
  BAN_AFTER_REFUSALS: 10,
  BAN_SECONDS: 300,
  REDIS_NAMESPACE: 'animal-store',
};

t.test('has a default for every setting that the service needs', async (t) => {
  t.strictSame(readConfig({}), DEFAULTS);
  t.strictSame(readConfig({ PORT: '', TRUST_PROXY: '', PUBLIC_URL: '' }), DEFAULTS, 'if empty');
});

t.test('reads every setting from the environment, and nothing else', async (t) => {
  const texts = {
    HOST: '::',
    DATABASE_URL: 'postgresql://localhost/store',
    DATABASE_READ_URL: 'postgresql://replica/store',
    LOG_LEVEL: 'warn',
    METRICS_HOST: '0.0.0.0',
    REDIS_URL: 'redis://localhost:6379,redis://localhost:6380',
    REDIS_NAMESPACE: 'animals:2',
    CORS_ORIGINS: 'https://app.example.com, http://localhost:5173',
    PUBLIC_URL: 'https://api.example.com/v1',
    STAGING_URL: 'http://staging.example.com:8080/store/v1',
    NODE_ENV: 'production',
  };
  const numbers = {
    PORT: 8080,
    DATABASE_READ_MAX_LAG_SECONDS: 5,
    DATABASE_POOL_SIZE: 20,
    DATABASE_CONNECT_TIMEOUT_MS: 2000,
    DATABASE_STATEMENT_TIMEOUT_MS: 3000,
    METRICS_PORT: 9464,
    DRAIN_SECONDS: 3,
    SHUTDOWN_SECONDS: 4,
    MAX_CONNECTIONS: 500,
    MAX_EVENT_LOOP_DELAY_MS: 900,
    BODY_LIMIT_BYTES: 2048,
    ANONYMOUS_PER_MINUTE: 5,
    BAN_AFTER_REFUSALS: 6,
    BAN_SECONDS: 7,
  };
  const written = Object.entries(numbers).map(([name, value]) => [name, String(value)]);
  const environment = {
    ...{ ...texts, ...Object.fromEntries(written), PATH: '/bin', LANG: 'C' },
    TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,loopback',
  };
  const TRUST_PROXY = ['10.0.0.1', '192.168.0.0/16', 'loopback'];
  t.strictSame(readConfig(environment), { ...texts, ...numbers, TRUST_PROXY });
});

/** The least and the greatest value of each number. */
const RANGES: Record<string, [least: number, greatest: number]> = {
  PORT: [0, 65_535],
  DATABASE_READ_MAX_LAG_SECONDS: [1, 60],
  DATABASE_POOL_SIZE: [1, 1_000],
  DATABASE_CONNECT_TIMEOUT_MS: [100, 60_000],
  DATABASE_STATEMENT_TIMEOUT_MS: [100, 60_000],
  METRICS_PORT: [0, 65_535],
  SHUTDOWN_SECONDS: [1, 3_600],
  MAX_CONNECTIONS: [2, 1_000_000],
  BODY_LIMIT_BYTES: [1_024, 1_048_576],
  ANONYMOUS_PER_MINUTE: [1, 1_000_000],
  BAN_AFTER_REFUSALS: [1, 1_000_000],
  BAN_SECONDS: [1, 86_400],
};
const NO_INTEGERS = ['x', '0x10', '1e3', '+80', '080', ' 80', '80.0', '5m', '64_000', 'Infinity'];

t.test('takes integers, as they are usually written, within their range', async (t) => {
  for (const [name, [least, greatest]] of Object.entries(RANGES)) {
    for (const value of [least, greatest])
      t.match(readConfig({ [name]: `${value}` }), { [name]: value });
    t.equal(problemsOf({ [name]: `${least - 1}` }), `${name} must be at least ${least}.`);
    t.equal(problemsOf({ [name]: `${greatest + 1}` }), `${name} must be at most ${greatest}.`);
    for (const value of NO_INTEGERS) {
      t.equal(problemsOf({ [name]: value }), `${name} must be an integer.`, value);
    }
  }
});

const ACCEPTED: Record<string, string[]> = {
  DATABASE_URL: ['file:x', 'postgres://x', 'postgresql://x'],
  LOG_LEVEL: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  DRAIN_SECONDS: ['0', '9'],
  REDIS_URL: [
    ...['redis://localhost', 'redis://localhost/', 'rediss://:secret@redis.example.com:6380/1'],
    ...['redis://user:p%2Fq%40r@[::1]:6379', 'redis://a,rediss://:s@b:1/0', 'redis://a?family=6'],
  ],
  REDIS_NAMESPACE: ['x', 'animal-store:2'],
  TRUST_PROXY: [
    ...['loopback', 'linklocal', 'uniquelocal', 'loopback,uniquelocal'],
    ...['127.0.0.1', '0.0.0.0/1', '10.0.0.0/32', '::1', '2001:db8::/1', '2001:db8::/128'],
  ],
  CORS_ORIGINS: [
    ...['*', ' * ', 'https://app.example.com', 'http://localhost:5173', 'http://[::1]:8080'],
    ...['https://a.example,https://b.example', 'https://a.example , http://192.0.2.1'],
    ...['https://xn--bcher-kva.example', 'http://intranet'],
  ],
  PUBLIC_URL: ['http://localhost/v1', 'https://example.com/animals/v1'],
};

t.test('accepts every form of an address, a network, an origin ...', async (t) => {
  for (const [name, values] of Object.entries(ACCEPTED)) {
    for (const value of values) t.doesNotThrow(() => readConfig({ [name]: value }), value);
  }
});

const NO_URL = 'must be an http(s) address that ends in /v1.';
const ORIGINS =
  'must be a list of origins such as https://app.example.com, separated by commas, or * alone';
const INVALID: [name: string, message: string, ...values: string[]][] = [
  [
    'DATABASE_URL',
    'must start with file: or postgresql://.',
    ...['file:', 'postgresql://', 'mysql://localhost/store', './data/store.db', 'FILE:x'],
  ],
  [
    'LOG_LEVEL',
    'must be one of fatal, error, warn, info, debug, trace, silent.',
    ...['verbose', 'INFO', 'info '],
  ],
  ['DATABASE_READ_URL', 'must start with postgresql://.', 'file:x', 'replica:5432'],
  [
    'DATABASE_READ_URL',
    'needs a DATABASE_URL that starts with postgresql://.',
    'postgresql://replica/store',
  ],
  ['DRAIN_SECONDS', 'must be at most 600.', '601'],
  ['DRAIN_SECONDS', 'must be less than SHUTDOWN_SECONDS.', '10', '600'],
  [
    'REDIS_URL',
    'must start with redis:// or rediss://.',
    ...['redis:', 'redis://', 'localhost:6379', 'http://localhost', 'redis://local host'],
  ],
  [
    'REDIS_URL',
    'must have the form redis://USER:PASSWORD@HOST:PORT. Write special characters in a password as in %2F.',
    ...['redis://:se/cret@localhost', 'redis://user:12/ab@localhost', 'redis://:se#cret@localhost'],
    ...['redis://user:12#ab@localhost', 'redis://:se%zzcret@localhost', 'redis://:s,t@localhost'],
    ...['redis://localhost:99999', 'redis://localhost/x', 'redis://a,http://b', 'redis://a,'],
    ...['redis://:?x', 'redis://a@', 'redis://user:12?ab@localhost'],
  ],
  ['REDIS_NAMESPACE', 'must have no braces and no spaces.', '{x}', 'x}', 'a b'],
  [
    'TRUST_PROXY',
    'must be a list of IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
    ...['true', '1', '10', '*', 'localhost', 'proxy.example.com', 'Loopback', 'loopback/8'],
    ...['10.0.0.256', '10.0.0', '10.0.0.0/0', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/'],
    ...['10.0.0.0/255.0.0.0', '10.0.0.0/8/8', '::/0', '::1/129', '::1/', '/8'],
    ...[',', '127.0.0.1,', '127.0.0.1,,::1', '127.0.0.1;::1', '127.0.0.1 ::1', '::1,true'],
  ],
  [
    'CORS_ORIGINS',
    `${ORIGINS}.`,
    ...['app.example.com', '//app.example.com', 'ftp://app.example.com', 'null', 'https://'],
    ...['https:a.example', 'https://*.example.com', 'https://app.example.com:x', 'true'],
    ...['https://a.example,*', 'https://a.example,', ',https://a.example', 'https://a b'],
  ],
  [
    'CORS_ORIGINS',
    `${ORIGINS}: write https://app.example.com.`,
    ...['https://app.example.com/', 'https://APP.example.com', 'HTTPS://app.example.com'],
    ...['https://app.example.com:443', 'https://app.example.com/path', 'https://app.example.com?'],
    ...['https://user:pass@app.example.com', 'https://a.example,https://app.example.com/#'],
  ],
  ['PUBLIC_URL', NO_URL, 'https://example.com', 'https://example.com/v1/', 'ftp://example.com/v1'],
  ['PUBLIC_URL', NO_URL, '/v1', 'https:///v1'],
  ['STAGING_URL', NO_URL, 'https://example.com/v2', 'https://exam ple.com/v1'],
];

t.test('says what is wrong with a setting', async (t) => {
  for (const [name, message, ...values] of INVALID) {
    for (const value of values) t.equal(problemsOf({ [name]: value }), `${name} ${message}`, value);
  }
});

t.test('reports every mistake at once, each in a line of its own, and no secret', async (t) => {
  const problems = problemsOf({
    DATABSE_URL: 'file:x',
    Port: '80',
    REDIS_URL_FIEL: '/x',
    PORT: 'x',
    DATABASE_URL: 'postgresql:/secret@localhost',
    LOG_LEVEL: 'loud',
  });
  t.strictSame(problems.split('\n'), [
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
    'Port is not a setting. Did you mean PORT?',
    'REDIS_URL_FIEL is not a setting. Did you mean REDIS_URL_FILE?',
    'PORT must be an integer.',
    'DATABASE_URL must start with file: or postgresql://.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
  ]);
});

t.test('a port is not set where Kubernetes names it after a service', async (t) => {
  const environment = { METRICS_PORT: 'tcp://10.0.0.1:9090', PORT: '1' };
  t.strictSame(readConfig(environment), readConfig({ PORT: '1' }));
  t.strictSame(serviceLinks(environment), ['METRICS_PORT']);
});

t.test('describes Redis without its password', async (t) => {
  for (const [address, described] of [
    [undefined, 'no Redis'],
    ['redis://cache/', 'Redis cache'],
    ['rediss://ada:secret@cache:6380/2?password=secret', 'Redis cache:6380/2'],
    ['redis://:secret@a:1/, redis://:secret@[::1]:2', 'Redis a:1, [::1]:2'],
  ] as const) {
    t.equal(describeRedis(address), described);
    if (address)
      t.equal(
        describeRedis(() => address),
        described,
      );
  }
});

function problemsOf(environment: Record<string, string>): string {
  try {
    return `accepted ${JSON.stringify(readConfig(environment))}`;
  } catch (error) {
    return (error as Error).message;
  }
}
