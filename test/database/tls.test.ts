import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { isDatabaseFault, openDatabase } from '../../src/database/index.ts';
import { createAuthority } from '../support/certificates.ts';
import { openPostgres } from '../support/test-postgres.ts';

/*
 * TLS to a real PostgreSQL, with certificates of real authorities.
 */

const issue = await createAuthority(t);
const issueElsewhere = await createAuthority(t);
const server = await issue('localhost');
const user = await issue('postgres');
const unknownUser = await issueElsewhere('postgres');

/** The connections that each database accepts. */
const RULES = join(dirname(server.key), 'pg_hba.conf');
await writeFile(
  RULES,
  `hostssl encrypted all all trust
hostnossl plain all all trust
hostssl certified all all cert
host postgres all all trust`,
);
await chmod(RULES, 0o644);

const { url, NEEDS_POSTGRES } = await openPostgres([
  'ssl=on',
  `ssl_cert_file=${server.certificate}`,
  `ssl_key_file=${server.key}`,
  `ssl_ca_file=${server.authority}`,
  `hba_file=${RULES}`,
]);
const { url: plainUrl } = await openPostgres();

const warnings: string[] = [];
process.on('warning', ({ message }) => warnings.push(message));

/** Connects. @returns whether TLS is in use, or why the connection failed */
async function connectWith(url: string, name: string, parameters: string, host: string) {
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
    // A file that is missing is a fault of the address.
    if (!message.includes('ENOENT')) t.ok(isDatabaseFault(cause), message);
    return message.replace('The database cannot be opened: ', '');
  }
}

const CA = `sslrootcert=${server.authority}`;
const OTHER_CA = `sslrootcert=${unknownUser.authority}`;
const certificateOf = ({ certificate, key }: typeof user) => `sslcert=${certificate}&sslkey=${key}`;

const NOT_ACCEPTED = /^no pg_hba.conf entry for host "127.0.0.1", user "postgres", database "\w+"/;
const UNTRUSTED = /self-signed certificate in certificate chain/;
const MISNAMED = /IP: 127.0.0.1 is not in the cert's list/;

const CASES: [parameters: string, database: string, host: string, outcome: string | RegExp][] = [
  ['', 'plain', '127.0.0.1', 'no TLS'],
  ['', 'encrypted', '127.0.0.1', NOT_ACCEPTED],
  ['sslmode=disable', 'plain', '127.0.0.1', 'no TLS'],
  ['sslmode=require', 'encrypted', '127.0.0.1', 'TLS'],
  ['sslmode=require', 'plain', '127.0.0.1', NOT_ACCEPTED],
  [`sslmode=require&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=require&${OTHER_CA}`, 'encrypted', '127.0.0.1', UNTRUSTED],
  [`sslmode=verify-ca&${CA}`, 'encrypted', '127.0.0.1', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', 'localhost', 'TLS'],
  [`sslmode=verify-full&${CA}`, 'encrypted', '127.0.0.1', MISNAMED],
  [`sslmode=verify-full&${OTHER_CA}`, 'encrypted', 'localhost', UNTRUSTED],
  ['sslmode=verify-full', 'encrypted', 'localhost', UNTRUSTED],
  [`sslmode=require&${certificateOf(user)}`, 'certified', '127.0.0.1', 'TLS'],
  [`sslmode=require&${certificateOf(unknownUser)}`, 'certified', '127.0.0.1', /unknown ca/],
  ['sslmode=require', 'certified', '127.0.0.1', /requires a valid client certificate/],
  ['sslmode=require&sslrootcert=/none', 'encrypted', '127.0.0.1', /^ENOENT: .*none'$/],
];

t.test('sslmode means what it means to libpq', NEEDS_POSTGRES, async (t) => {
  const { client, close } = await openDatabase(url, { isTimed: false });
  for (const name of ['encrypted', 'plain', 'certified']) {
    await client.$executeRawUnsafe(`CREATE DATABASE ${name}`);
  }
  await close();
  for (const [parameters, database, host, expected] of CASES) {
    const actual = await connectWith(url, database, parameters, host);
    t.match(actual.trim(), expected, `${parameters} to ${database} at ${host}`);
  }
  const refused = await connectWith(plainUrl, 'postgres', 'sslmode=require', '127.0.0.1');
  t.match(refused, /The server does not support SSL connections/);
  t.same(warnings, [], 'nothing is written to stderr');
});
