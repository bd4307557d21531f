import { isIP } from 'node:net';
import { compileSchema } from './contract/index.ts';
import { type DatabaseOptions, readAddress } from './database/index.ts';
import { corsOriginsProblems } from './http/cors-origins.ts';
import {
  attributed,
  type Config,
  currentValue,
  type Environment,
  fileVariable,
  followSecretFile,
  isServiceLink,
  misspeltSettings,
  readSecretFiles,
  SETTINGS,
  type SecretFile,
  type SecretLog,
} from './settings/index.ts';

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
  problems.push(...corsOriginsProblems(texts.CORS_ORIGINS));
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
