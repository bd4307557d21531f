// Addresses of PostgreSQL databases.

import pg from 'pg';
import t from 'tap';
import { describeDatabase } from '../../../src/platform/database/database.ts';
import { readAddress } from '../../../src/platform/database/postgresql-address.ts';

const READ: Record<string, object> = {
  'postgres://db/': { host: 'db' },
  'postgresql://db:5433/store': { host: 'db', port: 5433, database: 'store' },
  'postgresql://[::1]:5433/store': { host: '::1', port: 5433 },
  'postgresql://ada@/store': { user: 'ada', database: 'store' },
  'postgresql://ada@/store?host=/run/postgresql': { user: 'ada', host: '/run/postgresql' },
  'postgresql://%2Frun%2Fpostgresql/store': { host: '/run/postgresql', database: 'store' },
  'postgresql://a%40b:p%2Fq%3A%25%3Fr%23s@db/my%20store': {
    user: 'a@b',
    password: 'p/q:%?r#s',
    database: 'my store',
  },
  'postgresql://db?user=eve&password=b%26c&application_name=a&options=-c%20search_path%3Dstore': {
    user: 'eve',
    password: 'b&c',
    application_name: 'a',
    options: '-c search_path=store',
  },
  'postgresql://db': { ssl: false },
  'postgresql://db?sslmode=disable': { ssl: false },
  'postgresql://db?sslmode=require': { ssl: { rejectUnauthorized: false } },
  'postgresql://db?sslmode=verify-full&sslnegotiation=direct': {
    ssl: {},
    sslnegotiation: 'direct',
  },
};

t.test('reads every usual form of an address', async (t) => {
  for (const [address, expected] of Object.entries(READ)) {
    t.match(readAddress(address).client, expected, address);
  }
  t.equal(readAddress('postgresql://db?pgbouncer=true').isPooled, true);
  t.equal(readAddress('postgresql://db?pgbouncer=false').isPooled, false);
});

t.test('the environment moves no address to another server', async (t) => {
  const environment = { PGHOST: 'db', PGPORT: '5433', PGSSLMODE: 'require' };
  t.intercept(process, 'env', { value: { ...process.env, ...environment } });
  for (const address of ['postgresql:///store', 'postgresql://ada@/store', 'postgresql://?port=']) {
    const { host, port, ssl } = new pg.Client(readAddress(address).client);
    t.strictSame([host, port, ssl], ['localhost', 5432, false], address);
  }
});

t.test('an address of another machine without sslmode is unprotected', async (t) => {
  const own = ['localhost', '127.0.0.1', '[::1]', '%2Frun%2Fpostgresql', '', 'db?sslmode=disable'];
  for (const host of own) t.equal(readAddress(`postgresql://${host}`).isUnprotected, false, host);
  t.equal(readAddress('postgresql://db').isUnprotected, true);
});

const FORM =
  'must have the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE. ' +
  'Write special characters in a password as in %2F.';
const ONE_HOST =
  'put a proxy, or a DNS name that leads to the primary, in front of several servers';
const TLS = 'write sslmode=require for TLS, or sslmode=disable';

const REJECTED: [message: string, ...addresses: string[]][] = [
  [FORM, 'postgresql://u:sec/ret@db/store', 'postgresql://u:12/secret@db/store'],
  [FORM, 'postgresql://u:12?secret@db/store', 'postgresql://u:12#secret@db/store'],
  [FORM, 'postgresql://db:secret', 'postgresql://::1', 'postgresql://[::1'],
  [FORM, 'postgresql://u:%zzsecret@db', 'postgresql://u:sec ret@db', 'postgresql://u:%'],
  ['has toString, a parameter that is not supported', 'postgresql://db?toString=1'],
  ['has sslcrl, a parameter that is not supported', 'postgresql://db?sslcrl=/secret'],
  ['has SSLMODE, a parameter that is not supported', 'postgresql://db?SSLMODE=require'],
  [
    'has sslmode=bogus: sslmode must be one of disable, require, verify-ca, verify-full',
    'postgresql://u:secret@db?sslmode=bogus',
  ],
  [`has several hosts: ${ONE_HOST}`, 'postgresql://u:secret@a:1,b:2/store', 'postgresql://a,b'],
  [`has several hosts: ${ONE_HOST}`, 'postgresql://?host=a,b'],
];

/** Parameters of other clients, and what to do instead. */
const INSTEAD: Record<string, string> = {
  'target_session_attrs=read-write': ONE_HOST,
  'load_balance_hosts=random': ONE_HOST,
  'sslmode=prefer': TLS,
  'sslmode=allow': TLS,
  'ssl=true': TLS,
  'sslrootcert=system': 'write sslmode=verify-full alone, which trusts what Node trusts',
  'connect_timeout=2': 'set DATABASE_CONNECT_TIMEOUT_MS',
  'gssencmode=prefer': 'leave it out',
};

t.test('rejects an address in one line, without its password', async (t) => {
  for (const [parameter, instead] of Object.entries(INSTEAD)) {
    // The value too, where others of its parameter are supported.
    const named = /^ssl(?:mode|rootcert)=/.test(parameter) ? parameter : parameter.split('=')[0];
    const message = `The database address has ${named}, which is not supported: ${instead}`;
    t.throws(() => readAddress(`postgresql://db?${parameter}`), { message }, parameter);
  }
  for (const [message, ...addresses] of REJECTED) {
    for (const address of addresses) {
      t.throws(() => readAddress(address), { message: `The database address ${message}` }, address);
    }
  }
});

t.test('a database is described without its user, password and parameters', async (t) => {
  const described: Record<string, string> = {
    'postgresql://ada:secret@db:5433/store?sslmode=require': 'PostgreSQL db:5433/store',
    'postgresql://ada:secret@[::1]/store': 'PostgreSQL [::1]:5432/store',
    'postgresql:///store': 'PostgreSQL localhost:5432/store',
    'postgresql:///store?host=/run/postgresql': 'PostgreSQL /run/postgresql:5432/store',
    'file:/data/store.db': 'SQLite /data/store.db',
  };
  for (const [address, expected] of Object.entries(described)) {
    t.equal(describeDatabase(address), expected);
  }
});
