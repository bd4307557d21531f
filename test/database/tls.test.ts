import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createServer } from 'node:tls';
import t from 'tap';
import { openDatabase } from '../../src/database/database.ts';
import { createAuthority } from '../support/servers/certificates.ts';
import { startPostgres } from '../support/servers/postgres.ts';

/*
 * TLS to a real PostgreSQL, with certificates of real authorities.
 */

/** Read when certificates of the system are asked for the first time. */
const authority = await createAuthority();
process.env.SSL_CERT_FILE = authority.certificate;
const other = await createAuthority();
t.teardown(() => Promise.all([authority.remove(), other.remove()]));
const server = await authority.issue('localhost');
const user = await authority.issue('postgres');
const stranger = await other.issue('postgres');

const locked = join(dirname(user.key), 'locked.key');
await writeFile(
  locked,
  createPrivateKey(await readFile(user.key)).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'a secret',
  }),
);

/** Which connections each database lets in. */
const RULES = join(dirname(server.key), 'pg_hba.conf');
await writeFile(
  RULES,
  `hostssl encrypted all all trust
hostnossl plain all all trust
hostssl certified all all cert
host postgres all all trust`,
);
await chmod(RULES, 0o644);

const encrypted = await startPostgres([
  'ssl=on',
  `ssl_cert_file=${server.certificate}`,
  `ssl_key_file=${server.key}`,
  `ssl_ca_file=${authority.certificate}`,
  `hba_file=${RULES}`,
]);
const plain = await startPostgres();
t.teardown(() => Promise.all([encrypted?.stop(), plain?.stop()]));
if (!encrypted && process.env.CI) throw new Error('There is no PostgreSQL on this machine.');
const options = { skip: encrypted ? false : 'there is no PostgreSQL on this machine' };

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

/** Connects. @returns whether TLS is in use, or why it failed */
async function outcome(url: string | undefined, name: string, parameters: string, host: string) {
  const address = new URL(name, url);
  address.hostname = host;
  try {
    const { client, close } = await openDatabase(`${address.href}?${parameters}`, {
      connectTimeoutMs: 20_000,
    });
    const [row] = await client.$queryRaw<{ ssl: boolean }[]>`
      SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    await close();
    return row?.ssl ? 'TLS' : 'no TLS';
  } catch (error) {
    return (error as Error).message.replace('The database cannot be opened: ', '');
  }
}

const CA = `sslrootcert=${authority.certificate}`;
const OTHER_CA = `sslrootcert=${other.certificate}`;
const certificateOf = ({ certificate, key }: typeof user) => `sslcert=${certificate}&sslkey=${key}`;

const NOT_LET_IN = /^no pg_hba.conf entry for host "127.0.0.1", user "postgres", database "\w+"/;
const UNTRUSTED = 'TLS failed: self-signed certificate in certificate chain';
const MISNAMED = "TLS failed: IP: 127.0.0.1 is not in the cert's list:";

const CASES: [parameters: string, database: string, host: string, outcome: string | RegExp][] = [
  ['', 'encrypted', '127.0.0.1', 'TLS'],
  ['', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=disable', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=disable', 'encrypted', '127.0.0.1', NOT_LET_IN],
  ['sslmode=allow', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=allow', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=prefer', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=prefer', 'plain', '127.0.0.1', 'no TLS'],
  [`sslmode=prefer&${OTHER_CA}`, 'plain', 'localhost', 'no TLS'],
  ['ssl=true', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=require', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=require', 'plain', '127.0.0.1', NOT_LET_IN],
  [`sslmode=require&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=require&${OTHER_CA}`, 'encrypted', '127.0.0.1', UNTRUSTED],
  [`sslmode=verify-ca&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=verify-ca&${OTHER_CA}`, 'encrypted', 'localhost', UNTRUSTED],
  [`sslmode=verify-full&${CA}`, 'encrypted', 'localhost', 'TLS'],
  [`sslmode=verify-full&${CA}&sslsni=0`, 'encrypted', 'localhost', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', '127.0.0.1', MISNAMED],
  [`sslmode=verify-full&${OTHER_CA}`, 'encrypted', 'localhost', UNTRUSTED],
  ['sslmode=verify-full', 'encrypted', 'localhost', 'TLS'],
  ['sslrootcert=system', 'encrypted', 'localhost', 'TLS'],
  ['sslrootcert=system', 'encrypted', '127.0.0.1', MISNAMED],
  [`sslmode=require&${certificateOf(user)}`, 'certified', '127.0.0.1', 'TLS'],
  [
    `sslmode=require&${certificateOf({ ...user, key: locked })}&sslpassword=a%20secret`,
    'certified',
    '127.0.0.1',
    'TLS',
  ],
  [
    `sslmode=require&${certificateOf({ ...user, key: locked })}&sslpassword=wrong`,
    'certified',
    '127.0.0.1',
    'TLS failed: bad decrypt',
  ],
  [
    `sslmode=require&${certificateOf(stranger)}`,
    'certified',
    '127.0.0.1',
    'TLS failed: tlsv1 alert unknown ca',
  ],
  ['sslmode=require', 'certified', '127.0.0.1', 'connection requires a valid client certificate'],
  [
    'sslmode=require&sslrootcert=/missing.crt',
    'encrypted',
    '127.0.0.1',
    "TLS failed: ENOENT: no such file or directory, open '/missing.crt'",
  ],
  [`sslmode=require&sslcrl=${RULES}`, 'encrypted', '127.0.0.1', 'TLS failed: Failed to parse CRL'],
  [
    'sslmode=require&ssl_min_protocol_version=TLSv1.1&ssl_max_protocol_version=TLSv1.1',
    'encrypted',
    '127.0.0.1',
    'TLS failed: no protocols available',
  ],
  ['sslmode=require&ssl_max_protocol_version=TLSv1.2', 'encrypted', '127.0.0.1', 'TLS'],
  // Only PostgreSQL 17 and later know it.
  ['sslmode=require&sslnegotiation=direct', 'encrypted', '127.0.0.1', /^TLS failed/],
];

t.test('sslmode means what it means to libpq', options, async (t) => {
  const { client, close } = await openDatabase(encrypted?.url ?? '', { isTimed: false });
  for (const name of ['encrypted', 'plain', 'certified']) {
    await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  }
  await close();
  for (const [parameters, database, host, expected] of CASES) {
    const actual = await outcome(encrypted?.url, database, parameters, host);
    t.match(actual.trim(), expected, `${parameters} to ${database} at ${host}`);
  }
});

t.test('a server without TLS', options, async (t) => {
  t.equal(await outcome(plain?.url, 'postgres', '', '127.0.0.1'), 'no TLS');
  t.equal(await outcome(plain?.url, 'postgres', 'sslmode=prefer', '127.0.0.1'), 'no TLS');
  t.equal(await outcome(plain?.url, 'postgres', 'sslmode=allow', '127.0.0.1'), 'no TLS');
  t.equal(
    await outcome(plain?.url, 'postgres', 'sslmode=require', '127.0.0.1'),
    'The server does not support TLS',
  );
});

t.test('TLS from the first byte', options, async (t) => {
  const front = createServer({
    cert: await readFile(server.certificate),
    key: await readFile(server.key),
    ALPNProtocols: ['postgresql'],
  });
  front.on('secureConnection', (socket) => {
    t.equal(socket.alpnProtocol, 'postgresql');
    const target = connect(Number(new URL(plain?.url ?? '').port), '127.0.0.1');
    socket.pipe(target).pipe(socket);
    for (const end of [socket, target]) end.on('error', () => undefined);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.teardown(() => front.close());
  const { port } = front.address() as { port: number };
  const parameters = `sslnegotiation=direct&sslmode=verify-full&${CA}`;
  const url = `postgresql://postgres@localhost:${port}/`;
  t.equal(await outcome(url, 'postgres', parameters, 'localhost'), 'no TLS', 'behind the front');
});

t.test('nothing is written to stderr', options, async (t) => {
  t.same(warnings, []);
});
