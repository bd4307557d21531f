// The settings in one table: type, bounds, default, what each is for, and the rule that its schema
// cannot express.

import {
  collector,
  headerList,
  origins,
  proxies,
  type Rule,
  redisAddresses,
  webPage,
} from './rules.ts';
import type { Secret } from './secret-files.ts';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

type IntegerSetting = Readonly<{ type: 'integer'; description: string }>;
type IntegerBounds = Pick<Setting, 'default' | 'maximum'> & { readonly minimum: number };

const text = (description: string) => ({ type: 'string', description }) as const;
const matching = (pattern: string, message: string, description: string) =>
  ({ type: 'string', pattern, 'x-pattern-message': message, description }) as const;
/** @param bounds a `maximum` of a million unless they have one */
function integer<const Bounds extends IntegerBounds>(
  description: string,
  bounds: Bounds,
): IntegerSetting & Bounds {
  return { type: 'integer', description, maximum: 1_000_000, ...bounds };
}
const port = (description: string) => integer(description, { minimum: 0, maximum: 65_535 });
/** A setting NAME that may hold a password. In its place, `NAME_FILE` can name a file with it. */
const SECRET = { 'x-secret': true } as const;

/** A setting: a JSON Schema of its text, and what it is for. Without a default it is optional. */
export interface Setting {
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly description: string;
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  /** What is said of a text that does not match: `must start with file:`. */
  readonly 'x-pattern-message'?: string;
  readonly 'x-secret'?: true;
  /** What no schema expresses. */
  readonly rule?: Rule;
}

/** Settings by the names of their variables. */
export type OwnSettings = Readonly<Record<string, Setting>>;

/** The service whose settings these are. Some defaults have its name. */
export interface ConfiguredService {
  readonly name: string;
  /** The settings of its handlers and jobs. */
  readonly settings: OwnSettings;
}

/** All settings of a service, its own after those of the platform. @throws if a name is taken */
export function settingsOf({ name, settings }: ConfiguredService): Settings {
  const shared = platformSettings(name);
  const taken = Object.keys(settings).find((own) => own in shared);
  if (taken !== undefined) throw new Error(`The platform has a setting ${taken} already.`);
  return { ...shared, ...settings };
}

/**
 * The settings by the names of their variables. Those who read the configuration add rules about
 * what they know, such as the paths of PUBLIC_URL.
 */
const platformSettings = (name: string) =>
  ({
    HOST: { ...text('Address to listen on.'), default: '127.0.0.1' },
    PORT: { ...port('Port to listen on; 0 picks a free port.'), default: 3_000 },
    REUSE_PORT: {
      type: 'boolean',
      description:
        'With true, several processes may listen on PORT (Linux). Needs PostgreSQL and Redis.',
      default: false,
    },
    DATABASE_URL: {
      ...matching(
        '^(file:.|postgres(ql)?://.)',
        'must start with file: or postgresql://',
        'SQLite file, or address of a PostgreSQL database.',
      ),
      ...SECRET,
      default: `file:./data/${name}.db`,
    },
    DATABASE_PASSWORD: {
      ...text('Password for DATABASE_URL, which then has none. Not URL-encoded.'),
      ...SECRET,
    },
    DATABASE_POOL_SIZE: integer('Most connections of an instance to PostgreSQL.', {
      default: 10,
      minimum: 1,
      maximum: 1_000,
    }),
    DATABASE_CONNECT_TIMEOUT_MS: integer('Time limit to connect, then 503.', {
      default: 1_500,
      minimum: 100,
      maximum: 60_000,
    }),
    DATABASE_STATEMENT_TIMEOUT_MS: integer('Time limit of a query, then 503.', {
      default: 1_500,
      minimum: 100,
      maximum: 60_000,
    }),
    DATABASE_TRANSACTION_TIMEOUT_MS: integer(
      'Time limit of a transaction, then 503. ' +
        'Unset: 5000, or DATABASE_STATEMENT_TIMEOUT_MS if that is longer.',
      { minimum: 100, maximum: 600_000 },
    ),
    LOG_LEVEL: { ...text('Least severe level to log.'), enum: LEVELS, default: 'info' },
    METRICS_HOST: { ...text('Address to serve metrics and their plots on.'), default: '127.0.0.1' },
    METRICS_PORT: port(
      'Port to serve metrics and their plots on; 0 picks a free port. Unset: no metrics.',
    ),
    DRAIN_SECONDS: integer('How long a stopping instance still accepts requests.', {
      default: 0,
      minimum: 0,
      maximum: 600,
    }),
    SHUTDOWN_SECONDS: integer('How long a stop may take, including draining.', {
      default: 10,
      minimum: 1,
      maximum: 3_600,
    }),
    MAX_CONNECTIONS: integer('Most open connections of all clients.', {
      default: 2_000,
      minimum: 2,
    }),
    MAX_CONNECTIONS_PER_ADDRESS: integer(
      'Most open connections of one client address; trusted proxies are exempt. 0: no limit.',
      { default: 200, minimum: 0 },
    ),
    MAX_EVENT_LOOP_DELAY_MS: integer('Event loop delay above which requests get 503.', {
      default: 500,
      minimum: 20,
      maximum: 60_000,
    }),
    BODY_LIMIT_BYTES: integer('Largest request body to accept.', {
      default: 65_536,
      minimum: 1_024,
      maximum: 1_048_576,
    }),
    ANONYMOUS_PER_MINUTE: integer('Requests without a valid key per IP address (IPv6: /64).', {
      default: 60,
      minimum: 1,
    }),
    BAN_AFTER_REJECTIONS: integer('Fewest late 429 responses in a minute that ban a key.', {
      default: 10,
      minimum: 1,
    }),
    BAN_SECONDS: integer('First ban in a day; each further ban is twice as long.', {
      default: 300,
      minimum: 1,
      maximum: 86_400,
    }),
    KEY_EVENTS_DAYS: integer(
      'Days to keep the log of API keys (unset: for ever) and ended keys (unset: 400); at least 30.',
      { minimum: 30, maximum: 36_500 },
    ),
    REDIS_URL: {
      ...text('Redis in which several instances count; nodes of a cluster are comma-separated.'),
      ...SECRET,
      rule: redisAddresses,
    },
    REDIS_PASSWORD: {
      ...text('Password for REDIS_URL, which then has none. Not URL-encoded.'),
      ...SECRET,
    },
    REDIS_NAMESPACE: {
      ...matching(
        '^[^{}\\s]+$',
        'must have no braces and no spaces',
        'Prefix of all keys in Redis.',
      ),
      default: name,
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      ...text('OpenTelemetry collector to send traces to. Unset: no traces.'),
      rule: collector,
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      ...text('Headers for the collector: NAME=VALUE, comma-separated, values URL-encoded.'),
      ...SECRET,
      rule: headerList,
    },
    OTEL_SERVICE_NAME: { ...text('Name of the service in traces.'), default: name },
    OTEL_TRACES_SAMPLER_ARG: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Share of requests to trace. If the caller has a trace, its flag decides.',
      default: 1,
    },
    TRUST_PROXY: {
      ...text('Addresses or networks of proxies that set X-Forwarded-For, comma-separated.'),
      rule: proxies,
    },
    CORS_ORIGINS: {
      ...text('Origins of pages that may call the API, comma-separated, or *. Unset: none.'),
      rule: origins,
    },
    PUBLIC_URL: text('Base address of production, for the published contract and for links.'),
    STAGING_URL: text('Base address of staging, for the published contract and for links.'),
    CONTACT_NAME: text(
      'Name of the contact for the API, for the published contract and /docs/account.',
    ),
    CONTACT_URL: {
      ...text('Contact page, for the published contract and /docs/account.'),
      rule: webPage,
    },
    CONTACT_EMAIL: {
      ...text('Contact email address, for the published contract and /docs/account.'),
      format: 'email',
    },
    NODE_ENV: text('With `production`, the first start creates no API key.'),
  }) as const;

/** The settings of every service. */
export type Settings = ReturnType<typeof platformSettings>;

type Value<Setting> =
  | (Setting extends { type: 'integer' | 'number' }
      ? number
      : Setting extends { type: 'boolean' }
        ? boolean
        : Setting extends { 'x-secret': true }
          ? Secret
          : string)
  | (Setting extends { default: unknown } ? never : undefined);

/** What settings are, once they are read. Lists are texts, which splitList splits. */
export type ValuesOf<Given> = { readonly [Name in keyof Given]: Value<Given[Name]> };

/** The settings of a process that every service has. */
export type Config = ValuesOf<Settings>;

/** The values of a service's own settings, of all that were read. */
export function ownValues(
  settings: OwnSettings,
  config: Config,
): Readonly<Record<string, unknown>> {
  const all = new Map<string, unknown>(Object.entries(config));
  return Object.fromEntries(Object.keys(settings).map((name) => [name, all.get(name)]));
}
