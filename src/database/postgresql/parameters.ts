/*
 * The parameters of libpq that can follow the `?` of an address, and the values they may have.
 */

const ANY = /^/s;
const INTEGER = /^\d{1,9}$/;
const TLS_VERSIONS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

/** What a value must be: one of a list, or a text of some form. */
const PARAMETERS = {
  application_name: ANY,
  channel_binding: ['disable', 'prefer'],
  client_encoding: ['UTF8', 'utf8', 'UTF-8', 'utf-8', 'auto'],
  connect_timeout: INTEGER,
  dbname: ANY,
  fallback_application_name: ANY,
  gssencmode: ['disable', 'prefer'],
  host: ANY,
  keepalives: ['0', '1'],
  keepalives_count: INTEGER,
  keepalives_idle: INTEGER,
  keepalives_interval: INTEGER,
  load_balance_hosts: ['disable', 'random'],
  options: ANY,
  password: ANY,
  port: ANY,
  ssl: ['true'],
  ssl_max_protocol_version: TLS_VERSIONS,
  ssl_min_protocol_version: TLS_VERSIONS,
  sslcert: ANY,
  sslcrl: ANY,
  sslkey: ANY,
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  sslnegotiation: ['postgres', 'direct'],
  sslpassword: ANY,
  sslrootcert: ANY,
  sslsni: ['0', '1'],
  target_session_attrs: ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'],
  user: ANY,
} as const;

type Name = keyof typeof PARAMETERS;

export type Parameters = Readonly<Partial<Record<Name, string>>>;

/**
 * @param query what follows the `?`; of a parameter that is repeated, the last one counts
 * @throws one clear line for a parameter that is not supported, or has a wrong value
 */
export function readParameters(query = ''): Parameters {
  return Object.fromEntries(
    query
      .split('&')
      .filter((text) => text !== '')
      .map(readParameter),
  );
}

function readParameter(text: string): [Name, string] {
  const [name = '', value, ...rest] = text.split('=').map(decode);
  if (value === undefined || rest.length > 0) {
    throw new Error('The database address has a parameter that has not the form NAME=VALUE');
  }
  if (!Object.hasOwn(PARAMETERS, name)) {
    throw new Error(`The database address has ${name}, a parameter that is not supported`);
  }
  const known = name as Name;
  check(known, value);
  return [known, value];
}

function check(name: Name, value: string) {
  const allowed: RegExp | readonly string[] = PARAMETERS[name];
  const problem = `The database address has ${name}=${value}, and`;
  if (allowed instanceof RegExp) {
    if (!allowed.test(value)) throw new Error(`${problem} it must be a whole number`);
  } else if (!allowed.includes(value)) {
    throw new Error(`${problem} it must be one of ${allowed.join(', ')}`);
  }
}

/** @throws when a percent sign has no two digits after it, or they are no text */
export function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // The error would repeat the text.
  }
  throw new Error('The database address has a percent sign that encodes nothing: write %25');
}
