import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files in PEM. */
export interface Certificates {
  /** The certificate of the authority that has issued the other one. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const NAMES = 'DNS:localhost,IP:127.0.0.1,IP:::1';

/**
 * Makes a certificate for a server, and an authority that issues it.
 *
 * @param names what the certificate is for, as in `DNS:localhost,IP:127.0.0.1`
 */
export async function createCertificates(folder: string, names = NAMES): Promise<Certificates> {
  const file = (name: string) => join(folder, name);
  const authority = { ca: file('ca.crt'), key: file('ca.key') };
  const server = { certificate: file('server.crt'), key: file('server.key') };
  const create = ['req', '-x509', '-days', '2', '-nodes'];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const openssl = (...options: string[]) =>
    promisify(execFile)('openssl', [...create, ...curve, ...options]);
  await openssl('-subj', '/CN=An authority', '-keyout', authority.key, '-out', authority.ca);
  await openssl(
    ...['-subj', '/CN=A server', '-keyout', server.key, '-out', server.certificate],
    ...['-CA', authority.ca, '-CAkey', authority.key],
    ...['-addext', `subjectAltName=${names}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
  );
  return { ca: authority.ca, ...server };
}
