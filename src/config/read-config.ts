import { isIP } from 'node:net';
import { readAddress } from '../database/index.ts';
import { compileCheck } from '../schema/validation.ts';
import { type Config, headersOf, SETTINGS, splitList } from './definitions.ts';
import { currentValue, openSecretFile, type SettingsLog } from './secret-files.ts';

/** Settings of an earlier version. They would have no effect, so they end the start. */
const REMOVED = ['DATABASE_READ_URL', 'DATABASE_READ_URL_FILE', 'DATABASE_READ_MAX_LAG_SECONDS'];
const NO_REPLICAS =
  'is no longer a setting: all reads go to DATABASE_URL. Unset it, and give the primary the ' +
  'capacity for all reads, or put a proxy that knows replicas in front of it.';

/** Names of the version before, which still work in this version. */
const RENAMED = { BAN_AFTER_REFUSALS: 'BAN_AFTER_REJECTIONS' };

/** Addresses, and the settings that may hold their passwords. */
const PASSWORDS = [
  ['DATABASE_URL', 'DATABASE_PASSWORD'],
  ['REDIS_URL', 'REDIS_PASSWORD'],
] as const;
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_PASSWORD',
  'REDIS_URL',
  'REDIS_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;
/** What Kubernetes sets METRICS_PORT to for a service named `metrics`. It counts as not set. */
const SERVICE_LINK = /^(?:tcp|udp|sctp):\/\//;
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];
const PROXIES = `IP addresses, networks such as 10.0.0.0/8, or ${PROXY_GROUPS.join(', ')}`;

interface Rule {
  isValid(text: string): boolean;
  /** The message about a text that is not valid. It shows no password. */
  readonly problem: string;
}

/** The rules that a schema cannot express. */
const RULES: Readonly<Record<string, Rule>> = {
  TRUST_PROXY: {
    isValid: (text) => splitList(text).every(isProxy),
    problem: `must be a list of ${PROXIES}.`,
  },
  CORS_ORIGINS: {
    isValid: (text) => text.trim() === '*' || splitList(text).every(isOrigin),
    problem:
      'must be a list of origins such as https://app.example.com, separated by commas, or * alone.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    isValid: isCollector,
    problem:
      'must be an http(s) address such as http://localhost:4318, without credentials and query.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    isValid: isHeaderList,
    problem:
      'must have the form NAME=VALUE,NAME=VALUE. Write special characters in a value as in %2C.',
  },
  REDIS_URL: {
    isValid: (text) => splitList(text).every(isRedisAddress),
    problem:
      'must have the form redis://USER:PASSWORD@HOST:PORT. ' +
      'Write special characters in a password as in %2F.',
  },
  CONTACT_URL: {
    isValid: (text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text),
    problem: 'must be an http(s) address.',
  },
};

/** Replaces texts by their values, and returns what is wrong with them. */
const readInPlace = compileCheck(
  { type: 'object', properties: SETTINGS },
  { direction: 'request', source: 'text', noun: 'setting', allErrors: true },
);

/**
 * Reads the configuration from environment variables, and from the files that they name. Blank
 * variables count as not set.
 *
 * @param log takes warnings, and later messages about the files
 * @param basePaths of the APIs that are served: PUBLIC_URL and STAGING_URL end in one of them
 * @throws with a line for each mistake, without the value of a secret
 */
export function readConfig(
  given: NodeJS.ProcessEnv,
  log: SettingsLog = () => undefined,
  basePaths?: readonly string[],
): Config {
  const variables = Object.entries(given).filter(([, text]) => text?.trim());
  const environment: NodeJS.ProcessEnv = Object.fromEntries(variables);
  if (SERVICE_LINK.test(environment.METRICS_PORT ?? '')) delete environment.METRICS_PORT;
  for (const [oldName, name] of Object.entries(RENAMED)) {
    if (environment[oldName] === undefined) continue;
    log('warn', `${oldName} is now ${name}, and the next version does not know the old name`);
    environment[name] ??= environment[oldName];
  }
  const removed = REMOVED.filter((name) => environment[name] !== undefined);
  const problems = removed.map((name) => `${name} ${NO_REPLICAS}`);
  const read = readSettings(environment);
  problems.push(...read.problems);
  for (const name of ['PUBLIC_URL', 'STAGING_URL']) {
    const text = environment[name];
    if (!text || !basePaths || isBaseAddress(text, basePaths)) continue;
    problems.push(`${name} must be an http(s) address that ends in ${basePaths.join(' or ')}.`);
  }
  const secrets: Record<string, () => string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (path === undefined) continue;
    const about = (message: string) => `${name}_FILE: ${message}`;
    // Without the setting's name, with which each problem begins.
    const problemOf = (text: string) =>
      readSettings({ [name]: text }).problems[0]?.slice(name.length + 1);
    if (environment[name]) problems.push(`${name} and ${name}_FILE are both set. Set only one.`);
    try {
      secrets[name] = openSecretFile(path, problemOf, (level, line) => log(level, about(line)));
    } catch (error) {
      problems.push(about(`${path}: ${(error as Error).message}`));
    }
  }
  const config: Config = { ...read.values, ...secrets };
  const addresses = problems.length === 0 ? completeAddresses(config, problems) : {};
  if (problems.length === 0 && config.DRAIN_SECONDS >= config.SHUTDOWN_SECONDS) {
    problems.push('DRAIN_SECONDS must be less than SHUTDOWN_SECONDS.');
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...config, ...addresses };
}

/** @returns the addresses whose passwords are settings of their own, with these passwords */
function completeAddresses(config: Config, problems: string[]): Record<string, () => string> {
  const addresses: Record<string, () => string> = {};
  for (const [name, passwordName] of PASSWORDS) {
    const { [name]: address = '', [passwordName]: password } = config;
    if (password === undefined) continue;
    addresses[name] = () => withPassword(currentValue(address), currentValue(password));
    if (BEFORE_PASSWORD.test(currentValue(address))) continue;
    problems.push(`${passwordName} is set: ${name} must name a server, without a password.`);
  }
  return addresses;
}

/** The beginning of an address that has no password, but maybe a user. */
const BEFORE_PASSWORD =
  /^((?:postgres|redis)\w*:\/\/)(?:([^:@/]*)@)?(?![^/?]*@)(?!.*[?&]password=)/;

function withPassword(address: string, password: string): string {
  return address.replace(
    BEFORE_PASSWORD,
    (_, scheme, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  );
}

/** Reads texts, and fills in defaults. @returns a problem for each setting that is not valid */
function readSettings(environment: NodeJS.ProcessEnv) {
  const given = Object.entries(environment).filter(([name]) => Object.hasOwn(SETTINGS, name));
  const values: object = Object.fromEntries(given);
  const problems = readInPlace(values);
  for (const [name, { isValid, problem }] of Object.entries(RULES)) {
    const text = environment[name];
    if (text && !isValid(text)) problems.push(`${name} ${problem}`);
  }
  const { DATABASE_URL: address = '' } = environment;
  try {
    if (/^postgres(?:ql)?:\/\/./.test(address)) readAddress(address);
  } catch (error) {
    problems.push(`DATABASE_URL cannot be used. ${(error as Error).message}`);
  }
  return { values: values as Config, problems };
}

/** Checked here, since Fastify reads a bare `1` as the address 0.0.0.1. */
function isProxy(text: string): boolean {
  if (PROXY_GROUPS.includes(text)) return true;
  const [, address = '', prefix] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)];
  return longestPrefix !== undefined && Number(prefix ?? longestPrefix) <= longestPrefix;
}

/**
 * Whether an origin is written as browsers send it, since they compare origins byte by byte.
 *
 * @see https://fetch.spec.whatwg.org/#origin-header
 */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** `/v1/traces` is added at its end: no query may be there, not even an empty one. */
function isCollector(text: string): boolean {
  return /^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text);
}

/** Without credentials, and without characters that could end a quoted text in a sample. */
function isBaseAddress(text: string, basePaths: readonly string[]): boolean {
  const path = URL.parse(text)?.pathname ?? '';
  const isEnding = basePaths.some((basePath) => path.endsWith(basePath));
  return /^https?:\/\/[^\s"'$<>?#`\\@]+$/.test(text) && isEnding;
}

function isHeaderList(text: string): boolean {
  try {
    headersOf(text);
    return true;
  } catch {
    return false;
  }
}

/** An unencoded `/`, `?` or `#` in a password would make its rest a path, query or fragment. */
function isRedisAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isWhole = hostname !== '' && hash === '' && !search.includes('@');
  const isEncoded = !/%(?![\da-f]{2})/i.test(username + password);
  return /^rediss?:$/.test(protocol) && isWhole && isEncoded && /^(\/\d*)?$/.test(pathname);
}
