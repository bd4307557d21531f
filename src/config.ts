import { isIP } from 'node:net';
import { compileSchema, contract } from './contract/index.ts';
import { corsOriginsProblems } from './http/cors-origins.ts';

const { basePath } = contract;

const BASE_ADDRESS = {
  type: 'string',
  pattern: `^https?://\\S+${basePath}$`,
  'x-pattern-message': `must be an http(s) address that ends in ${basePath}`,
} as const;

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
    type: 'string',
    pattern: '^(file:.|postgres(ql)?://.)',
    'x-pattern-message': 'must start with file: or postgresql://',
    default: 'file:./data/animal-store.db',
    description: 'SQLite file, or address of a PostgreSQL database.',
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
  CORS_ORIGINS: {
    type: 'string',
    description:
      'Comma-separated origins of the pages that may call the API, or * for all. None unless set.',
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
  | (Setting extends { type: 'integer' } ? number : string)
  | (Setting extends { default: unknown } ? never : undefined);

/** The settings of a process, with TRUST_PROXY as a list. */
export type Config = {
  readonly [Name in keyof Settings]: Name extends 'TRUST_PROXY'
    ? string[] | undefined
    : Value<Settings[Name]>;
};

const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];
const PROXY = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/;
const INVALID_PROXIES = `TRUST_PROXY must be a list of IP addresses, networks such as 10.0.0.0/8, or ${PROXY_GROUPS.join(', ')}.`;
/** Shows nothing of the address, which may be part of a password. */
const INVALID_REDIS =
  'REDIS_URL must have the form redis://USER:PASSWORD@HOST:PORT. Write special characters in a password as in %2F.';
const DATABASE_INDEX = /^(\/\d*)?$/;
const DRAIN_TOO_LONG = 'DRAIN_SECONDS must be less than SHUTDOWN_SECONDS.';

/**
 * Reads the configuration from environment variables. An empty one counts as not set.
 *
 * @throws with a line for each invalid setting
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const names = Object.keys(SETTINGS).filter((name) => environment[name]);
  const texts = Object.fromEntries(names.map((name) => [name, environment[name]]));
  const { check, read } = compileSchema(
    { type: 'object', properties: SETTINGS },
    { schemas: {}, direction: 'request', source: 'text', noun: 'setting', allErrors: true },
  );
  const violations = check(texts);
  const proxies = texts.TRUST_PROXY?.split(',').map((proxy) => proxy.trim());
  if (proxies && !proxies.every(isProxy)) violations.push(INVALID_PROXIES);
  violations.push(...corsOriginsProblems(texts.CORS_ORIGINS));
  const redis = texts.REDIS_URL?.split(',') ?? [];
  const isReported = violations.some((violation) => violation.startsWith('REDIS_URL '));
  if (!isReported && !redis.every(isRedisAddress)) violations.push(INVALID_REDIS);
  if (violations.length > 0) throw new Error(violations.join('\n'));
  // Read, the texts are values of the schema's types.
  const config = read(texts) as Config;
  if (config.DRAIN_SECONDS >= config.SHUTDOWN_SECONDS) throw new Error(DRAIN_TOO_LONG);
  return { ...config, ...(proxies && { TRUST_PROXY: proxies }) };
}

/** Checked here, since Fastify reads a bare `1` as the address 0.0.0.1. */
function isProxy(text: string): boolean {
  const [, address = '', prefix = '1'] = PROXY.exec(text) ?? [];
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return PROXY_GROUPS.includes(text) || Number(prefix) <= longestPrefix;
}

/** With a `/` or `#` in the password, what follows the host would be the rest of the password. */
function isRedisAddress(text: string): boolean {
  try {
    const { protocol, hostname, username, password, pathname, hash } = new URL(text);
    decodeURIComponent(username + password);
    const isRedis = protocol === 'redis:' || protocol === 'rediss:';
    return isRedis && hostname !== '' && hash === '' && DATABASE_INDEX.test(pathname);
  } catch {
    return false;
  }
}
