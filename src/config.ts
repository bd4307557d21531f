import { isIP } from 'node:net';
import { compileCheck } from './contract/index.ts';
import { readAddress } from './database/index.ts';
import { type Config, openSecretFile, SETTINGS, splitList } from './settings/index.ts';

/** What an earlier version had, which would have no effect, and say so nowhere. */
const REMOVED = ['URL', 'URL_FILE', 'MAX_LAG_SECONDS'].map((name) => `DATABASE_READ_${name}`);
const NO_REPLICAS =
  'is no longer a setting: all reads go to DATABASE_URL. Unset it, and give the primary the capacity for all reads, or put a proxy that knows replicas in front of it.';

/** Settings of the version before that have another name. The old one works for this version, with a warning. */
const RENAMED = { BAN_AFTER_REFUSALS: 'BAN_AFTER_REJECTIONS' };

const SECRETS = ['DATABASE_URL', 'REDIS_URL'] as const;
/** What Kubernetes sets METRICS_PORT to for a service `metrics` of the namespace. It counts as not set. */
const SERVICE_LINK = /^(?:tcp|udp|sctp):\/\//;
const PROXY_GROUPS = ['loopback', 'linklocal', 'uniquelocal'];

/** What a schema cannot say: whether a setting is valid, and what is said of one that is not, which shows no password. */
const RULES: Readonly<Record<string, [isValid: (text: string) => boolean, problem: string]>> = {
  TRUST_PROXY: [
    (text) => splitList(text).every(isProxy),
    `must be a list of IP addresses, networks such as 10.0.0.0/8, or ${PROXY_GROUPS.join(', ')}.`,
  ],
  CORS_ORIGINS: [
    (text) => text.trim() === '*' || splitList(text).every(isOrigin),
    'must be a list of origins such as https://app.example.com, separated by commas, or * alone.',
  ],
  REDIS_URL: [
    (text) => text.split(',').every(isRedisAddress),
    'must have the form redis://USER:PASSWORD@HOST:PORT. Write special characters in a password as in %2F.',
  ],
};

/** Reads texts in place, and returns what is wrong with them. */
const readTexts = compileCheck(
  { type: 'object', properties: SETTINGS },
  { direction: 'request', source: 'text', noun: 'setting', allErrors: true },
);

/**
 * Reads the configuration from environment variables, and from the files that they name. A blank one counts as
 * not set.
 *
 * @param log takes warnings, and what happens to these files later
 * @throws with a line for each mistake, without the value of a secret
 */
export function readConfig(
  given: NodeJS.ProcessEnv,
  log: Parameters<typeof openSecretFile>[2] = () => undefined,
): Config {
  const environment = { ...given };
  const isSet = (name: string) => environment[name]?.trim();
  for (const [oldName, name] of Object.entries(RENAMED)) {
    if (!isSet(oldName)) continue;
    log('warn', `${oldName} is now ${name}, and the next version does not know the old name`);
    if (!isSet(name)) environment[name] = environment[oldName];
  }
  const problems = REMOVED.filter(isSet).map((name) => `${name} ${NO_REPLICAS}`);
  const names = Object.keys(SETTINGS).filter(isSet);
  const texts = Object.fromEntries(names.map((name) => [name, String(environment[name])]));
  if (SERVICE_LINK.test(texts.METRICS_PORT ?? '')) delete texts.METRICS_PORT;
  problems.push(...problemsOf(texts));
  const secrets: Record<string, () => string> = {};
  for (const name of SECRETS.filter((name) => isSet(`${name}_FILE`))) {
    const path = String(environment[`${name}_FILE`]);
    const about = (message: string) => `${name}_FILE: ${message}`;
    const problemOf = (text: string) => problemsOf({ [name]: text })[0]?.slice(name.length + 1);
    if (isSet(name)) problems.push(`${name} and ${name}_FILE are both set. Set only one.`);
    try {
      secrets[name] = openSecretFile(path, problemOf, (level, line) => log(level, about(line)));
    } catch (error) {
      problems.push(about(`${path}: ${(error as Error).message}`));
    }
  }
  // Read, the texts are values of the schema's types.
  const read: object = { ...texts };
  readTexts(read);
  const config = { ...(read as Config), ...secrets };
  if (problems.length === 0 && config.DRAIN_SECONDS >= config.SHUTDOWN_SECONDS) {
    problems.push('DRAIN_SECONDS must be less than SHUTDOWN_SECONDS.');
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return config;
}

/** A line for each setting that is not valid. */
function problemsOf(texts: Readonly<Record<string, string>>): string[] {
  const problems = readTexts({ ...texts });
  for (const [name, [isValid, problem]] of Object.entries(RULES)) {
    const text = texts[name];
    if (text && !isValid(text)) problems.push(`${name} ${problem}`);
  }
  const { DATABASE_URL: address = '' } = texts;
  try {
    if (/^postgres(?:ql)?:\/\/./.test(address)) readAddress(address);
  } catch (error) {
    problems.push(`DATABASE_URL cannot be used. ${(error as Error).message}`);
  }
  return problems;
}

/** Checked here, since Fastify reads a bare `1` as the address 0.0.0.1. */
function isProxy(text: string): boolean {
  const [, address = '', prefix = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const longestPrefix = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return PROXY_GROUPS.includes(text) || Number(prefix) <= longestPrefix;
}

/** Whether it is written as browsers send it, since they compare it byte by byte. @see https://fetch.spec.whatwg.org/#origin-header */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** With a `/`, `?` or `#` in the password, what follows the host would be the rest of the password. */
function isRedisAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(text);
  const isWhole = hostname !== '' && hash === '' && !search.includes('@');
  const isEncoded = !/%(?![\da-f]{2})/i.test(username + password);
  return /^rediss?:$/.test(protocol) && isWhole && isEncoded && /^(\/\d*)?$/.test(pathname);
}
