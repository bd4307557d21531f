// Reads the settings from environment variables, and secrets from the files that they name.

import { compileCheck } from '../schema/validation.ts';
import { overlap } from './listen-address.ts';
import type { Rule } from './rules.ts';
import { currentValue, openSecretFile, type SettingsLog } from './secret-files.ts';
import { type Config, type ConfiguredService, type Setting, settingsOf } from './settings.ts';

/** Addresses, and the settings that may hold their passwords. */
const PASSWORDS = [
  ['DATABASE_URL', 'DATABASE_PASSWORD'],
  ['REDIS_URL', 'REDIS_PASSWORD'],
] as const;

interface Options {
  /** Takes warnings, and later messages about the files. */
  readonly log?: SettingsLog;
  /** Further rules, by setting. */
  readonly rules?: Readonly<Record<string, Rule>>;
}

/**
 * Reads the configuration from environment variables, and from the files that they name. Blank
 * variables count as not set.
 *
 * @throws with a line for each mistake, without the value of a secret
 */
export function readConfig(
  service: ConfiguredService,
  given: NodeJS.ProcessEnv,
  options: Options = {},
): Config {
  const { log = () => undefined, rules = {} } = options;
  const { secretNames, readSettings } = settingsReader(service, Object.entries(rules));
  const variables = Object.entries(given).filter(([, text]) => text?.trim());
  const environment: NodeJS.ProcessEnv = Object.fromEntries(variables);
  const { values, problems } = readSettings(environment);
  const secrets: Record<string, () => string> = {};
  for (const name of secretNames) {
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
  const fitted = environment.DATABASE_STATEMENT_TIMEOUT_MS ? values : fitStatements(values);
  const config: Config = { ...fitted, ...secrets };
  const addresses = problems.length === 0 ? completeAddresses(config, problems) : {};
  if (problems.length === 0) problems.push(...contradictionsIn(config));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...config, ...addresses };
}

/** A transaction that has less time than a statement by default shortens that default. */
function fitStatements(config: Config): Config {
  const { DATABASE_STATEMENT_TIMEOUT_MS: ms, DATABASE_TRANSACTION_TIMEOUT_MS: most = ms } = config;
  return { ...config, DATABASE_STATEMENT_TIMEOUT_MS: Math.min(ms, most) };
}

/** Settings that are valid, but not together. */
function contradictionsIn(config: Config): string[] {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT, DRAIN_SECONDS, SHUTDOWN_SECONDS } = config;
  const { DATABASE_STATEMENT_TIMEOUT_MS, DATABASE_TRANSACTION_TIMEOUT_MS } = config;
  const problems: string[] = [];
  if (Number(DATABASE_TRANSACTION_TIMEOUT_MS) < DATABASE_STATEMENT_TIMEOUT_MS) {
    problems.push(
      'DATABASE_TRANSACTION_TIMEOUT_MS must not be less than DATABASE_STATEMENT_TIMEOUT_MS.',
    );
  }
  if (DRAIN_SECONDS >= SHUTDOWN_SECONDS) {
    problems.push('DRAIN_SECONDS must be less than SHUTDOWN_SECONDS.');
  }
  if (config.REUSE_PORT) problems.push(...whyNotShared(config));
  if (PORT > 0 && PORT === METRICS_PORT && overlap(HOST, METRICS_HOST)) {
    problems.push('METRICS_PORT must not be PORT.');
  }
  return problems;
}

/** Why several processes cannot serve the same customers at one port. */
function whyNotShared({ PORT, DATABASE_URL, REDIS_URL }: Config): string[] {
  return [
    ...(PORT === 0 ? ['REUSE_PORT needs a PORT: with 0, each process has another.'] : []),
    ...(currentValue(DATABASE_URL).startsWith('file:')
      ? [
          'REUSE_PORT needs PostgreSQL: processes that write to one SQLite file wait for each other.',
        ]
      : []),
    ...(REDIS_URL === undefined
      ? [
          'REUSE_PORT needs REDIS_URL: without it, each process counts alone, up to the whole limit.',
        ]
      : []),
  ];
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

/**
 * Of several Redis nodes only the first gets it: the client uses the first one's user and password
 * for all.
 */
function withPassword(address: string, password: string): string {
  return address.replace(
    BEFORE_PASSWORD,
    (_, scheme, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  );
}

/** What is known of the settings of a service. */
function settingsReader(service: ConfiguredService, moreRules: [name: string, rule: Rule][]) {
  const schemas: Record<string, object> = {};
  const defaults: Record<string, Setting['default']> = {};
  const rules: [name: string, rule: Rule][] = [];
  /** The settings that files can hold. */
  const secretNames: string[] = [];
  for (const [name, setting] of Object.entries(settingsOf(service))) {
    const { rule, default: initial, ...schema } = setting as Setting;
    schemas[name] = schema;
    if (initial !== undefined) defaults[name] = initial;
    if (rule) rules.push([name, rule]);
    if ('x-secret' in schema) secretNames.push(name);
  }
  rules.push(...moreRules);

  /** Reads texts, and fills in defaults. @returns a problem for each setting that is not valid */
  function readSettings(environment: NodeJS.ProcessEnv) {
    // Only those that are given: to compile the schemas of all would take a tenth of a start.
    const given = Object.entries(schemas).filter(([name]) => environment[name] !== undefined);
    const properties = Object.fromEntries(given);
    const values: object = Object.fromEntries(given.map(([name]) => [name, environment[name]]));
    // It replaces texts by their values.
    const readInPlace = compileCheck(
      { type: 'object', properties },
      { direction: 'request', source: 'text', noun: 'setting', allErrors: true },
    );
    const problems = readInPlace(values);
    for (const [name, rule] of rules) {
      const text = environment[name];
      const problem = text && rule(text);
      if (problem) problems.push(`${name} ${problem}`);
    }
    return { values: { ...defaults, ...values } as Config, problems };
  }

  return { secretNames, readSettings };
}
