import { contract } from '../contract/index.ts';
import type { Secret } from './secret-files.ts';

/*
 * The settings: one entry for each environment variable, and the types of what is read from them.
 */

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
