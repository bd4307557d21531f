import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type ConnectionOptions, getCACertificates, type SecureVersion } from 'node:tls';
import type { Parameters } from './parameters.ts';

/*
 * TLS to PostgreSQL as libpq's `sslmode` means it. Unlike libpq it takes no file that the address does not
 * name.
 *
 * @see https://www.postgresql.org/docs/current/libpq-ssl.html
 */

export type Encryption = 'never' | 'if offered' | 'always';

export interface Tls {
  /** What to try one after the other. */
  readonly encryptions: readonly Encryption[];
  /** Without asking the server whether it speaks TLS. */
  readonly isDirect: boolean;
  /** What to check of the server's certificate: nothing, who has signed it, or its name too. */
  readonly check: 'nothing' | 'chain' | 'name';
  readonly parameters: Parameters;
}

/** A certificate that anybody can get from a public authority says nothing without its name. */
const SYSTEM = 'system';

const MODES = {
  disable: { encryptions: ['never'], check: 'nothing' },
  allow: { encryptions: ['never', 'always'], check: 'nothing' },
  prefer: { encryptions: ['if offered', 'never'], check: 'nothing' },
  require: { encryptions: ['always'], check: 'nothing' },
  'verify-ca': { encryptions: ['always'], check: 'chain' },
  'verify-full': { encryptions: ['always'], check: 'name' },
} as const;

/** @throws one clear line when the parameters contradict each other */
export function readTls(parameters: Parameters): Tls {
  const { sslrootcert, sslnegotiation, sslcert, sslkey } = parameters;
  const mode = modeOf(parameters);
  const { encryptions, check } = MODES[mode];
  if (sslrootcert === SYSTEM && check !== 'name') {
    throw new Error(problem(mode, 'sslrootcert=system', 'verify-full'));
  }
  if (mode === 'verify-ca' && !sslrootcert) {
    throw new Error('The database address has sslmode=verify-ca, and no sslrootcert');
  }
  const isDirect = sslnegotiation === 'direct';
  if (isDirect && encryptions[0] !== 'always') {
    throw new Error(problem(mode, 'sslnegotiation=direct', 'require, verify-ca or verify-full'));
  }
  if (!sslcert !== !sslkey) {
    throw new Error('The database address must have both sslcert and sslkey, or none of them');
  }
  // As in libpq, a certificate to check with is not ignored.
  const isChecked = check === 'nothing' && sslrootcert;
  return { encryptions, isDirect, check: isChecked ? 'chain' : check, parameters };
}

function modeOf({ sslmode, ssl, sslrootcert }: Parameters): keyof typeof MODES {
  // Only values of the table have been accepted.
  if (sslmode) return sslmode as keyof typeof MODES;
  if (sslrootcert === SYSTEM) return 'verify-full';
  return ssl ? 'require' : 'prefer';
}

function problem(mode: string, parameter: string, modes: string): string {
  return `The database address has sslmode=${mode} with ${parameter}, which needs ${modes}`;
}

/**
 * What to connect with. Files are read anew, since certificates are renewed.
 *
 * @throws when a file cannot be read
 */
export async function tlsOptions(tls: Tls, host: string): Promise<ConnectionOptions> {
  const { sslrootcert, sslcert, sslkey, sslcrl, sslpassword, sslsni } = tls.parameters;
  const { ssl_min_protocol_version, ssl_max_protocol_version } = tls.parameters;
  const isCheckedBySystem = tls.check === 'name' && (!sslrootcert || sslrootcert === SYSTEM);
  const [ca, cert, key, crl] = await Promise.all([
    isCheckedBySystem ? trustedBySystem() : read(sslrootcert),
    read(sslcert),
    read(sslkey),
    read(sslcrl),
  ]);
  const options: ConnectionOptions = {
    host,
    rejectUnauthorized: tls.check !== 'nothing',
    ...(tls.check === 'chain' && { checkServerIdentity: () => undefined }),
    ...(isIP(host) === 0 && sslsni !== '0' && { servername: host }),
    ...(tls.isDirect && { ALPNProtocols: ['postgresql'] }),
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    ...(crl && { crl }),
    ...(sslpassword && { passphrase: sslpassword }),
    // The names are the same.
    minVersion: (ssl_min_protocol_version ?? 'TLSv1.2') as SecureVersion,
    maxVersion: (ssl_max_protocol_version ?? 'TLSv1.3') as SecureVersion,
  };
  return options;
}

async function read(path: string | undefined): Promise<string | undefined> {
  return path ? readFile(path, 'utf8') : undefined;
}

/** With `NODE_EXTRA_CA_CERTS`. */
function trustedBySystem(): string[] {
  return [...getCACertificates('default'), ...getCACertificates('system')];
}
