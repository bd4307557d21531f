// Certificates for servers that tests start.

import { execFile } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';
import { serverAccount } from './servers/postgres.ts';

/** The paths of a certificate, its key, and the certificate that has signed it. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
  readonly authority: string;
}

const KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';

/**
 * Creates a certificate authority with openssl.
 *
 * @returns a function that issues a certificate for the common name of a server or a user
 */
export async function createAuthority(t: Test) {
  const cwd = await temporaryFolder(t);
  // Servers read the files, too.
  const account = serverAccount();
  if (account) await chown(cwd, account.uid, account.gid);
  const openssl = (command: string) => promisify(execFile)('openssl', command.split(' '), { cwd });
  await openssl(`req -x509 ${KEY} -days 2 -subj /CN=Testbed -keyout ca.key -out ca.crt`);

  /** @param names what else the certificate is valid for, as in `DNS:localhost,IP:127.0.0.1` */
  return async function issue(name: string, names = `DNS:${name}`): Promise<Certificate> {
    const [certificate, key] = [join(cwd, `${name}.crt`), join(cwd, `${name}.key`)];
    await writeFile(join(cwd, 'extensions'), `subjectAltName=${names}`);
    await openssl(`req ${KEY} -subj /CN=${name} -keyout ${key} -out request`);
    const signer = '-CA ca.crt -CAkey ca.key -CAcreateserial';
    await openssl(`x509 -req -in request ${signer} -extfile extensions -out ${certificate}`);
    if (account) await chown(key, account.uid, account.gid);
    return { certificate, key, authority: join(cwd, 'ca.crt') };
  };
}
