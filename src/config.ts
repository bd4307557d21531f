import { isIP } from 'node:net';
import { compileSchema, contract } from './contract/index.ts';
import { type DatabaseOptions, readAddress } from './database/index.ts';
import {
  attributed,
  currentValue,
  type Environment,
  fileVariable,
  followSecretFile,
  isServiceLink,
  misspeltSettings,
  readSecretFiles,
  type Secret,
  type SecretFile,
  type SecretLog,
} from './settings/index.ts';

const { basePath } = contract;

const BASE_ADDRESS = {
  type: 'string',
  pattern: `^https?://\\S+${basePath}$`,
  'x-pattern-message': `must be an http(s) address that ends in ${basePath}`,
} as const;

/** May hold a password: `NAME_FILE` can name a file that holds it in place of the variable NAME. */
const SECRET = { 'x-secret': true } as const;

/** Every setting, by the name of its environment variable. Those without a default are optional. */
export const SETTINGS = {
  HOST: { type: 'string', default: '127.0.0.1', description: 'Address to listen on.' },
  PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    default: 3_000,
    description: 'Port to listen on; 0 takes a free one.',
  },
  DATABASE_URL: {
    ...SECRET,
    type: 'string',
    pattern: '^(file:.|postgres(ql)?://.)',
    'x-pattern-message': 'must start with file: or postgresql://',
    default: 'file:./data/animal-store.db',
    description: 'SQLite file, or address of a PostgreSQL database.',
  },
  DATABASE_READ_URL: {
    ...SECRET,
    type: 'string',
    pattern: '^postgres(ql)?://.',
    'x-pattern-message': 'must start with postgresql://',
    description: 'Replica of a PostgreSQL database, for reads that may be late.',
  },
  DATABASE_READ_MAX_LAG_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 60,
    default: 2,
    description: 'How late reads may be. A replica that is further behind is not read from.',
  },
  DATABASE_POOL_SIZE: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'How many connections to PostgreSQL this instance can have.',
  },
  DATABASE_CONNECT_TIMEOUT_MS: {
    type: 'integer',
    minimum: 100,
    maximum: 60_000,
    default: 1_500,
    description: 'How long a request waits for a connection to PostgreSQL until it gets 503.',
  },
  DATABASE_STATEMENT_TIMEOUT_MS: {
    type: 'integer',
    minimum: 100,
    maximum: 60_000,
    default: 1_500,
    description: 'How long a request waits for a statement of PostgreSQL until it gets 503.',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'The least severe log lines to write.',
  },
  METRICS_HOST: {
    type: 'string',
    default: '127.0.0.1',
    description: 'Address to serve /metrics on.',
  },
  METRICS_PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65_535,
    description: 'Port for Prometheus to read /metrics on; 0 takes a free one. Off unless set.',
  },
  DRAIN_SECONDS: {
    type: 'integer',
    minimum: 0,
    maximum: 600,
    default: 0,
    description:
      'How long a stopping instance goes on accepting connections, for a balancer to notice.',
  },
  SHUTDOWN_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 3_600,
    default: 10,
    description: 'How long a stop may take, draining included, until what is left is cut off.',
  },
  MAX_CONNECTIONS: {
    type: 'integer',
    minimum: 2,
    maximum: 1_000_000,
    default: 2_000,
    description: 'How many connections may be open. One address can have half of them.',
  },
  MAX_EVENT_LOOP_DELAY_MS: {
    type: 'integer',
    minimum: 20,
    maximum: 60_000,
    default: 500,
    description: 'How late this process may run before it turns requests away with 503.',
  },
  BODY_LIMIT_BYTES: {
    type: 'integer',
    minimum: 1_024,
    maximum: 1_048_576,
    default: 65_536,
    description: 'The largest request body to accept, in bytes.',
  },
  ANONYMOUS_PER_MINUTE: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 60,
    description: 'Requests per minute and IP address (IPv6: /64 network) without a valid key.',
  },
  BAN_AFTER_REFUSALS: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 10,
    description: 'How many rejected requests of a key within a minute bring a ban.',
  },
  BAN_SECONDS: {
    type: 'integer',
    minimum: 1,
    maximum: 86_400,
    default: 300,
    description: 'How long the first ban within a day lasts; each further one lasts twice as long.',
  },
  REDIS_URL: {
    ...SECRET,
    type: 'string',
    pattern: '^rediss?://\\S+$',
    'x-pattern-message': 'must start with redis:// or rediss://',
    description:
      'Redis for the counters of several instances; nodes of a cluster are separated by commas.',
  },
  REDIS_NAMESPACE: {
    type: 'string',
    pattern: '^[^{}\\s]+$',
    'x-pattern-message': 'must have no braces and no spaces',
    default: 'animal-store',
    description: 'What all keys in Redis begin with.',
  },
  TRUST_PROXY: {
    type: 'string',
    description:
      'Comma-separated addresses or networks of the proxies whose X-Forwarded-For is believed.',
  },
  PUBLIC_URL: {
    ...BASE_ADDRESS,
    description: 'Base address of production, for the published contract.',
  },
  STAGING_URL: {
    ...BASE_ADDRESS,
    description: 'Base address of staging, for the published contract.',
  },
  CONTACT_NAME: {
    type: 'string',
    description: 'Whom to contact about the API, for the published contract.',
  },
  CONTACT_URL: {
    type: 'string',
    pattern: '^https?://\\S+$',
    'x-pattern-message': 'must be an http(s) address',
    description: 'Page with contact information, for the published contract.',
  },
  CONTACT_EMAIL: {
    type: 'string',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    'x-pattern-message': 'must be an email address',
    description: 'Email address to contact, for the published contract.',
  },
  NODE_ENV: {
    type: 'string',
    description:
      'With `production` the first start creates no API key, and the log is always JSON.',
  },
} as const;

type Settings = typeof SETTINGS;
type Value<Setting> =
  | (Setting extends { type: 'integer' }
      ? number
      : Setting extends { 'x-secret': true }
        ? Secret
        : string)
  | (Setting extends { default: unknown } ? never : undefined);

/** The settings of a process, with TRUST_PROXY as a list. */
export type Config = {
  readonly [Name in keyof Settings]: Name extends 'TRUST_PROXY'
    ? string[] | undefined
    : Value<Settings[Name]>;
};

type Texts = Readonly<Record<string, string>>;

const NAMES = Object.keys(SETTINGS);
const SECRETS = Object.entries(SETTINGS).flatMap(([name, setting]) =>
  'x-secret' in setting ? [name] : [],
);

const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];
const PROXY = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/;
const INVALID_PROXIES = `TRUST_PROXY must be a list of IP addresses, networks such as 10.0.0.0/8, or ${PROXY_GROUPS.join(', ')}.`;
/** Shows nothing of the address, which may be part of a password. */
const INVALID_REDIS =
  'REDIS_URL must have the form redis://USER:PASSWORD@HOST:PORT. Write special characters in a password as in %2F.';
const POSTGRESQL = /^postgres(?:ql)?:\/\/./;
const DATABASE_INDEX = /^(\/\d*)?$/;
const NO_REPLICA = 'DATABASE_READ_URL needs a DATABASE_URL that starts with postgresql://.';
const DRAIN_TOO_LONG = 'DRAIN_SECONDS must be less than SHUTDOWN_SECONDS.';

const EMBEDDED = /^file:/;
/** An embedded database, and several nodes of a Redis Cluster. */
const KINDS = [EMBEDDED, /^redis.*,/];

const SCHEMA = compileSchema(
  { type: 'object', properties: SETTINGS },
  { schemas: {}, direction: 'request', source: 'text', noun: 'setting', allErrors: true },
);

/**
 * Reads the configuration from environment variables, and from the files that they name. An empty one counts
 * as not set.
 *
 * @param log takes what happens to these files later
 * @throws with a line for each invalid setting, and each variable that resembles one
 */
export function readConfig(environment: Environment, log: SecretLog = () => undefined): Config {
  const { files, problems } = readSecretFiles(environment, SECRETS);
  const contents = files.map(({ setting, text }) => [setting, text]);
  const texts = { ...readVariables(environment), ...Object.fromEntries(contents) };
  const allProblems = [
    ...misspeltSettings(environment, [...NAMES, ...SECRETS.map(fileVariable)]),
    ...problems,
    ...problemsOf(texts).map((problem) => attributed(problem, files)),
  ];
  if (allProblems.length > 0) throw new Error(allProblems.join('\n'));
  // Read, the texts are values of the schema's types.
  const config = SCHEMA.read(texts) as Config;
  if (config.DRAIN_SECONDS >= config.SHUTDOWN_SECONDS) throw new Error(DRAIN_TOO_LONG);
  if (config.DATABASE_READ_URL && EMBEDDED.test(currentValue(config.DATABASE_URL))) {
    throw new Error(NO_REPLICA);
  }
  const secrets = files.map((file) => [
    file.setting,
    followSecretFile(file, (text) => problemOfChange(file, text), log),
  ]);
  const proxies = proxiesOf(texts);
  return { ...config, ...Object.fromEntries(secrets), ...(proxies && { TRUST_PROXY: proxies }) };
}

/**
 * Names the settings whose variables have the address of another service, as a platform sets it. They count
 * as not set.
 */
export function serviceLinks(environment: Environment): string[] {
  return NAMES.filter((name) => isServiceLink(name, environment[name] ?? ''));
}

function readVariables(environment: Environment): Texts {
  const links = serviceLinks(environment);
  const names = NAMES.filter((name) => environment[name] && !links.includes(name));
  return Object.fromEntries(names.map((name) => [name, environment[name] as string]));
}

/** A line for each setting that is not valid. */
function problemsOf(texts: Texts): string[] {
  const problems = SCHEMA.check(texts);
  if (proxiesOf(texts)?.every(isProxy) === false) problems.push(INVALID_PROXIES);
  problems.push(...SECRETS.flatMap((name) => databaseProblem(name, texts[name] ?? '')));
  const redis = texts.REDIS_URL?.split(',') ?? [];
  const isReported = problems.some((problem) => problem.startsWith('REDIS_URL '));
  if (!isReported && !redis.every(isRedisAddress)) problems.push(INVALID_REDIS);
  return problems;
}

function databaseProblem(name: string, url: string): string[] {
  if (!POSTGRESQL.test(url)) return [];
  try {
    readAddress(url);
    return [];
  } catch (error) {
    return [`${name} cannot be used. ${(error as Error).message}`];
  }
}

/** What is wrong with a secret that has changed. What kind of store it is, is decided at the start. */
function problemOfChange({ setting, text }: SecretFile, changed: string): string | undefined {
  const [problem] = problemsOf({ [setting]: changed });
  if (problem) return problem;
  const isSameKind = KINDS.every((kind) => kind.test(text) === kind.test(changed));
  return isSameKind ? undefined : `${setting} must be of the same kind as at the start.`;
}

function proxiesOf({ TRUST_PROXY }: Texts): string[] | undefined {
  return TRUST_PROXY?.split(',').map((proxy) => proxy.trim());
}

/** Checked here, since Fastify reads a bare `1` as the address 0.0.0.1. */
function isProxy(text: string): boolean {
  const [, address = '', prefix = '1'] = PROXY.exec(text) ?? [];
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return PROXY_GROUPS.includes(text) || Number(prefix) <= longestPrefix;
}

/** With a `/`, `?` or `#` in the password, what follows the host would be the rest of the password. */
function isRedisAddress(text: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
    decodeURIComponent(username + password);
    const isRedis = protocol === 'redis:' || protocol === 'rediss:';
    const isWhole = hostname !== '' && hash === '' && !search.includes('@');
    return isRedis && isWhole && DATABASE_INDEX.test(pathname);
  } catch {
    return false;
  }
}

/** What PostgreSQL is opened with. */
export function databaseOptions(config: Config, warn: (message: string) => void): DatabaseOptions {
  return {
    poolSize: config.DATABASE_POOL_SIZE,
    connectTimeoutMs: config.DATABASE_CONNECT_TIMEOUT_MS,
    statementTimeoutMs: config.DATABASE_STATEMENT_TIMEOUT_MS,
    warn,
  };
}
