// The address of a PostgreSQL database, read by pg-connection-string with libpq's meaning of
// `sslmode`. It may hold a password: errors name only parameters, and values that are checked.

import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

interface PostgresAddress {
  readonly client: ClientConfig & { readonly host: string; readonly port: number };
  /** Whether a pooler without sessions is in between, as the parameter `pgbouncer` says. */
  readonly isPooled: boolean;
  /** Whether the server is remote and `sslmode` is missing, so that nothing is encrypted. */
  readonly isUnprotected: boolean;
}

/** The parameters that can follow the `?`. */
const PARAMETERS = [
  'application_name',
  'fallback_application_name',
  'host',
  'options',
  'password',
  'pgbouncer',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'user',
];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  pgbouncer: ['true', 'false'],
  sslmode: ['disable', 'require', 'verify-ca', 'verify-full'],
  sslnegotiation: ['postgres', 'direct'],
};

const ONE_HOST =
  'put a proxy, or a DNS name that leads to the primary, in front of several servers';
/** What to do instead of parameters that other clients take. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^(?:channel_binding|client_encoding|gssencmode|sslsni)=/, 'leave it out'],
  [/^(?:connect_timeout|pool_timeout)=/, 'set DATABASE_CONNECT_TIMEOUT_MS'],
  [/^connection_limit=/, 'set DATABASE_POOL_SIZE'],
  [/^(?:load_balance_hosts|target_session_attrs)=/, ONE_HOST],
  [/^schema=/, 'write options=-c%20search_path%3DNAME'],
  [/^(?:ssl=|sslmode=(?:allow|prefer)$)/, 'write sslmode=require for TLS, or sslmode=disable'],
  [/^sslrootcert=system$/, 'write sslmode=verify-full alone, which trusts what Node trusts'],
];

const INVALID =
  'must have the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE. ' +
  'Write special characters in a password as in %2F.';
const LOCAL = /^(?:\/.*|localhost|127\..*|::1)$/;

/**
 * Reads an address and the files that it names, anew each time: a certificate can be renewed.
 *
 * @throws one clear line for an address that cannot be read, or that asks for what is not supported
 */
export function readAddress(address: string): PostgresAddress {
  const { searchParams } = readUrl(address);
  for (const [name, value] of searchParams) checkParameter(name, value);
  const client = toClientConfig(parse(address, { useLibpqCompat: true }));
  const host = client.host || 'localhost';
  if (host.includes(',')) throw addressError(`has several hosts: ${ONE_HOST}`);
  return {
    // Otherwise PGHOST, PGPORT and PGSSLMODE would decide.
    client: { ...client, host, port: client.port ?? 5432, ssl: client.ssl ?? false },
    isPooled: searchParams.get('pgbouncer') === 'true',
    isUnprotected: !client.ssl && !searchParams.has('sslmode') && !LOCAL.test(host),
  };
}

function readUrl(address: string): URL {
  if (/^\w+:\/\/(?:[^/?]*@)?[^@/?]*,/.test(address)) {
    throw addressError(`has several hosts: ${ONE_HOST}`);
  }
  // A user without a host, as in postgresql://ada@/shop, is no URL.
  const url = URL.parse(address) ?? URL.parse(address.replace('@/', '@localhost/'));
  // An unencoded # or ? in a password would move the rest of the password here.
  if (!url || url.hash || /@/.test(url.pathname + url.search)) throw addressError(INVALID);
  // pg-connection-string would encode all of such an address once more.
  if (/\s|%(?![\da-f]{2})/i.test(address)) throw addressError(INVALID);
  return url;
}

function checkParameter(name: string, value: string) {
  const [, instead] = INSTEAD.find(([pattern]) => pattern.test(`${name}=${value}`)) ?? [];
  const isSupported = PARAMETERS.includes(name);
  if (instead) {
    const named = isSupported ? `${name}=${value}` : name;
    throw addressError(`has ${named}, which is not supported: ${instead}`);
  }
  if (!isSupported) {
    throw addressError(`has ${name}, a parameter that is not supported`);
  }
  const allowed = VALUES[name];
  if (!allowed || allowed.includes(value)) return;
  throw addressError(`has ${name}=${value}: ${name} must be one of ${allowed.join(', ')}`);
}

function addressError(problem: string): Error {
  return new Error(`The database address ${problem}`);
}

/** The rule for a setting with the address of a database. */
export function addressProblem(text: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\/./.test(text)) return undefined;
  try {
    readAddress(text);
    return undefined;
  } catch (error) {
    return `cannot be used. ${(error as Error).message}`;
  }
}
