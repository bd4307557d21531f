// Certificates of an authority of its own, made with openssl.

import { execFile } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serverAccount } from '../../../scripts/servers/postgres.ts';
import { createTemporaryFolder } from '../../../scripts/temporary-folder.ts';

const run = promisify(execFile);

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export interface Certificate {
  /** The paths of files. */
  readonly certificate: string;
  readonly key: string;
}

/** @returns what makes certificates, which are valid for two days */
export async function createAuthority() {
  const { path, remove } = await createTemporaryFolder();
  // Servers read them too.
  const account = serverAccount();
  if (account) await chown(path, account.uid, account.gid);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: path });
  const file = (name: string) => join(path, name);
  const ca = { certificate: file('ca.crt'), key: file('ca.key') };
  const output = ['-keyout', ca.key, '-out', ca.certificate];
  await openssl('req', '-x509', ...KEY, '-days', '2', '-subj', '/CN=Testbed', ...output);

  return {
    /** The path of the certificate that all others are signed with. */
    certificate: ca.certificate,
    /**
     * @param name the common name: of the server, or of the user
     * @param names what else it is valid for, as in `DNS:localhost,IP:127.0.0.1`
     */
    async issue(name: string, names = `DNS:${name}`): Promise<Certificate> {
      const issued = { certificate: file(`${name}.crt`), key: file(`${name}.key`) };
      const request = file(`${name}.csr`);
      const extensions = file(`${name}.cnf`);
      await writeFile(extensions, `subjectAltName=${names}`);
      await openssl('req', ...KEY, '-subj', `/CN=${name}`, '-keyout', issued.key, '-out', request);
      const signer = ['-CA', ca.certificate, '-CAkey', ca.key, '-CAcreateserial'];
      const signed = ['-days', '2', '-extfile', extensions, '-out', issued.certificate];
      await openssl('x509', '-req', '-in', request, ...signer, ...signed);
      if (account) await chown(issued.key, account.uid, account.gid);
      return issued;
    },
    remove,
  };
}
