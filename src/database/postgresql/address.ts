import { decode, readParameters } from './parameters.ts';
import { readTls, type Tls } from './tls.ts';

/*
 * Reads the address of a PostgreSQL database as libpq does. No error repeats more of it than the name of
 * a parameter, and the value of one that is checked: it may hold a password.
 *
 * @see https://www.postgresql.org/docs/current/libpq-connect.html
 */

export interface Host {
  /** A name, an IP address, or the folder of a Unix socket, which begins with `/`. */
  readonly host: string;
  readonly port: number;
}

/** What is left out has the default of the PostgreSQL client. */
export interface Address {
  /** At least one, in the order in which to try them. */
  readonly hosts: readonly [Host, ...Host[]];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly tls: Tls;
  readonly targetSessionAttrs: string;
  readonly loadBalanceHosts: string;
  readonly connectTimeoutSeconds: number | undefined;
  readonly keepAlive: KeepAlive;
  readonly applicationName: string | undefined;
  /** Settings of the session, as on the command line of the server: `-c name=value`. */
  readonly options: string | undefined;
}

/** Without a number the system's own counts. */
export interface KeepAlive {
  readonly isOn: boolean;
  readonly idleSeconds: number;
  readonly intervalSeconds: number | undefined;
  readonly count: number | undefined;
}

/** Shorter than the two hours of most systems, after which a firewall has long forgotten a connection. */
const KEEP_ALIVE_IDLE_SECONDS = '60';

const DEFAULT_HOST = 'localhost';
const DEFAULT_PORT = '5432';
const MAX_PORT = 65_535;

/** Up to the first `@`, as in libpq; then what comes before the next `/` or `?`. */
const URI =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^/?]*)(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/s;
const HOST = /^(?<host>\[[^\]@]*\]|[^:@[\]]*)(?::(?<port>\d*))?$/;

const INVALID =
  'The database address must have the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Write special characters in a password as in %2F.';

/** @throws one clear line for an address that cannot be read, or that asks for what is not supported */
export function readAddress(uri: string): Address {
  const groups = URI.exec(uri)?.groups;
  // An @ here would be part of a password.
  if (!groups || groups.database?.includes('@')) throw new Error(INVALID);
  const { hosts = '', query, ...named } = groups;
  const parameters = readParameters(query);
  return {
    hosts: readHosts(hosts, parameters.host, parameters.port),
    user: parameters.user ?? part(named.user),
    password: parameters.password ?? part(named.password),
    database: parameters.dbname ?? part(named.database),
    tls: readTls(parameters),
    targetSessionAttrs: parameters.target_session_attrs ?? 'any',
    loadBalanceHosts: parameters.load_balance_hosts ?? 'disable',
    connectTimeoutSeconds: Number(parameters.connect_timeout) || undefined,
    keepAlive: {
      isOn: parameters.keepalives !== '0',
      idleSeconds: Number(parameters.keepalives_idle ?? KEEP_ALIVE_IDLE_SECONDS),
      intervalSeconds: Number(parameters.keepalives_interval) || undefined,
      count: Number(parameters.keepalives_count) || undefined,
    },
    applicationName: parameters.application_name ?? parameters.fallback_application_name,
    options: parameters.options,
  };
}

function part(text: string | undefined): string | undefined {
  return text ? decode(text) : undefined;
}

/** As parameters, hosts and ports replace those before the path. */
function readHosts(text: string, hosts?: string, ports?: string): [Host, ...Host[]] {
  const named = text.split(',').map(readHost);
  const hostList = hosts?.split(',') ?? named.map(({ host }) => host);
  const portList = ports?.split(',') ?? (hosts ? [''] : named.map(({ port }) => port));
  if (portList.length > 1 && portList.length !== hostList.length) {
    throw new Error(
      `The database address has ${portList.length} ports for ${hostList.length} hosts`,
    );
  }
  const [first = '', ...others] = hostList;
  const toHost = (host: string, i: number) => ({
    host: host || DEFAULT_HOST,
    port: readPort(portList[i] ?? portList[0]),
  });
  return [toHost(first, 0), ...others.map((host, i) => toHost(host, i + 1))];
}

function readHost(text: string) {
  const groups = HOST.exec(text)?.groups;
  if (!groups) throw new Error(INVALID);
  const { host = '', port = '' } = groups;
  return { host: decode(host.replace(/^\[(.*)\]$/, '$1')), port };
}

function readPort(text: string | undefined): number {
  const port = Number(text || DEFAULT_PORT);
  if (Number.isInteger(port) && port > 0 && port <= MAX_PORT) return port;
  throw new Error(`The database address has a port that is not between 1 and ${MAX_PORT}`);
}
