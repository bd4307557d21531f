import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { isDatabaseFault, openDatabase } from '../../src/database/index.ts';
import { createAuthority } from '../support/servers/certificates.ts';
import { openPostgres } from '../support/test-postgres.ts';

/*
 * TLS to a real PostgreSQL, with certificates of real authorities.
 */

const authority = await createAuthority();
const other = await createAuthority();
t.teardown(() => Promise.all([authority.remove(), other.remove()]));
const server = await authority.issue('localhost');
const user = await authority.issue('postgres');
const stranger = await other.issue('postgres');

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

const { url, needsPostgres } = await openPostgres([
  'ssl=on',
  `ssl_cert_file=${server.certificate}`,
  `ssl_key_file=${server.key}`,
  `ssl_ca_file=${authority.certificate}`,
  `hba_file=${RULES}`,
]);
const { url: plainUrl } = await openPostgres();

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

/** Connects. @returns whether TLS is in use, or why it failed */
async function outcome(url: string, name: string, parameters: string, host: string) {
  const address = new URL(name, url);
  address.hostname = host;
  address.search = parameters;
  try {
    const patient = { connectTimeoutMs: 20_000, statementTimeoutMs: 20_000 };
    const { client, close } = await openDatabase(address.href, patient);
    const [row] = await client.$queryRaw<{ ssl: boolean }[]>`
      SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    await close();
    return row?.ssl ? 'TLS' : 'no TLS';
  } catch (error) {
    const { message, cause } = error as Error;
    // That of a file is one of the address, which is read before anything is sent.
    if (!message.includes('ENOENT')) t.ok(isDatabaseFault(cause), message);
    return message.replace('The database cannot be opened: ', '');
  }
}

const CA = `sslrootcert=${authority.certificate}`;
const OTHER_CA = `sslrootcert=${other.certificate}`;
const certificateOf = ({ certificate, key }: typeof user) => `sslcert=${certificate}&sslkey=${key}`;

const NOT_LET_IN = /^no pg_hba.conf entry for host "127.0.0.1", user "postgres", database "\w+"/;
const UNTRUSTED = /self-signed certificate in certificate chain/;
const MISNAMED = /IP: 127.0.0.1 is not in the cert's list/;

const CASES: [parameters: string, database: string, host: string, outcome: string | RegExp][] = [
  ['', 'plain', '127.0.0.1', 'no TLS'],
  ['', 'encrypted', '127.0.0.1', NOT_LET_IN],
  ['sslmode=disable', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=require', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=require', 'plain', '127.0.0.1', NOT_LET_IN],
  [`sslmode=require&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=require&${OTHER_CA}`, 'encrypted', '127.0.0.1', UNTRUSTED],
  [`sslmode=verify-ca&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', 'localhost', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', '127.0.0.1', MISNAMED],
  [`sslmode=verify-full&${OTHER_CA}`, 'encrypted', 'localhost', UNTRUSTED],
  ['sslmode=verify-full', 'encrypted', 'localhost', UNTRUSTED],
  [`sslmode=require&${certificateOf(user)}`, 'certified', '127.0.0.1', 'TLS'],
  [`sslmode=require&${certificateOf(stranger)}`, 'certified', '127.0.0.1', /unknown ca/],
  ['sslmode=require', 'certified', '127.0.0.1', /requires a valid client certificate/],
  [
    'sslmode=require&sslrootcert=/missing.crt',
    'encrypted',
    '127.0.0.1',
    /^ENOENT: .*missing.crt'$/,
  ],
];

t.test('sslmode means what it means to libpq', needsPostgres, async (t) => {
  const { client, close } = await openDatabase(url, { isTimed: false });
  for (const name of ['encrypted', 'plain', 'certified']) {
    await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  }
  await close();
  for (const [parameters, database, host, expected] of CASES) {
    const actual = await outcome(url, database, parameters, host);
    t.match(actual.trim(), expected, `${parameters} to ${database} at ${host}`);
  }
  t.match(
    await outcome(plainUrl, 'postgres', 'sslmode=require', '127.0.0.1'),
    /The server does not support SSL connections/,
  );
  t.same(warnings, [], 'nothing is written to stderr');
});
