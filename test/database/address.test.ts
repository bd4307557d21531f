import t from 'tap';
import { type Address, readAddress } from '../../src/database/postgresql/address.ts';

/*
 * Addresses of PostgreSQL databases, as libpq reads them.
 */

const DEFAULTS = {
  hosts: [{ host: 'localhost', port: 5432 }],
  user: undefined,
  password: undefined,
  database: undefined,
  targetSessionAttrs: 'any',
  loadBalanceHosts: 'disable',
  connectTimeoutSeconds: undefined,
  keepAlive: { isOn: true, idleSeconds: 60, intervalSeconds: undefined, count: undefined },
  applicationName: undefined,
  options: undefined,
};

const HOSTS: Record<string, string[]> = {
  '': ['localhost:5432'],
  ':5433': ['localhost:5433'],
  'db:5433': ['db:5433'],
  'db:': ['db:5432'],
  'a:1,b,c:3': ['a:1', 'b:5432', 'c:3'],
  '[::1]:5433,[2001:db8::1]': ['::1:5433', '2001:db8::1:5432'],
  '%2Frun%2Fpostgresql': ['/run/postgresql:5432'],
  '?host=a,b&port=1,2': ['a:1', 'b:2'],
  '?host=a,b&port=7': ['a:7', 'b:7'],
  '?host=a,b': ['a:5432', 'b:5432'],
  '?host=/run/postgresql': ['/run/postgresql:5432'],
  'a,b?port=7': ['a:7', 'b:7'],
  'a:1?host=b': ['b:5432'],
  'a,?port=': ['a:5432', 'localhost:5432'],
};

for (const [text, expected] of Object.entries(HOSTS)) {
  t.test(`reads the hosts of postgresql://${text}`, async (t) => {
    const { hosts } = readAddress(`postgresql://${text}`);
    t.same(
      hosts.map(({ host, port }) => `${host}:${port}`),
      expected,
    );
  });
}

const ADDRESSES: Record<string, Partial<Address>> = {
  'postgres://db/': { hosts: [{ host: 'db', port: 5432 }] },
  'postgresql://ada@/store': { user: 'ada', database: 'store' },
  'postgresql://ada:@': { user: 'ada' },
  'postgresql://a%40b:p%2Fq%3A%25?r#s@/my%20store': {
    user: 'a@b',
    password: 'p/q:%?r#s',
    database: 'my store',
  },
  'postgresql://ada:a@/?user=eve&password=b%26c&dbname=other&password=d%3De': {
    user: 'eve',
    password: 'd=e',
    database: 'other',
  },
  'postgresql://?target_session_attrs=read-write&load_balance_hosts=random&connect_timeout=5': {
    targetSessionAttrs: 'read-write',
    loadBalanceHosts: 'random',
    connectTimeoutSeconds: 5,
  },
  'postgresql://?connect_timeout=0&client_encoding=UTF8&gssencmode=prefer&': {},
  'postgresql://?keepalives=0': { keepAlive: { ...DEFAULTS.keepAlive, isOn: false } },
  'postgresql://?keepalives=1&keepalives_idle=7&keepalives_interval=8&keepalives_count=9': {
    keepAlive: { isOn: true, idleSeconds: 7, intervalSeconds: 8, count: 9 },
  },
  'postgresql://?fallback_application_name=b': { applicationName: 'b' },
  'postgresql://?application_name=a&fallback_application_name=b': { applicationName: 'a' },
  'postgresql://?options=-c%20search_path%3Dstore': { options: '-c search_path=store' },
};

for (const [uri, expected] of Object.entries(ADDRESSES)) {
  t.test(`reads ${uri}`, async (t) => {
    const { tls, ...address } = readAddress(uri);
    t.strictSame(address, { ...DEFAULTS, ...expected });
    t.match(tls, { encryptions: ['if offered', 'never'], check: 'nothing', isDirect: false });
  });
}

const FORM =
  'must have the form postgresql://USER:PASSWORD@HOST:PORT/DATABASE. Write special characters in a password as in %2F.';
const INVALID: [message: string, ...addresses: string[]][] = [
  [
    FORM,
    ...['postgresql:/secret@db', 'mysql://db', 'postgresql://u:sec@ret@db/store'],
    ...['postgresql://u:sec/ret@db/store', 'postgresql://u:12/secret@db/store'],
    ...[
      'postgresql://db:secret',
      'postgresql://::1',
      'postgresql://[::1',
      'postgresql://u:s:x@y:z',
    ],
  ],
  ['has a percent sign that encodes nothing: write %25', 'postgresql://u:%zzsecret@db'],
  ['has a percent sign that encodes nothing: write %25', 'postgresql://db/?password=%ffsecret'],
  ['has a percent sign that encodes nothing: write %25', 'postgresql://u:%00secret@db'],
  ['has a port that is not between 1 and 65535', 'postgresql://db:0', 'postgresql://db:65536'],
  ['has a port that is not between 1 and 65535', 'postgresql://db?port=x'],
  ['has 2 ports for 3 hosts', 'postgresql://?host=a,b,c&port=1,2'],
  ['has a parameter that has not the form NAME=VALUE', 'postgresql://db?secret'],
  ['has a parameter that has not the form NAME=VALUE', 'postgresql://db?password=sec=ret'],
  ['has schema, a parameter that is not supported', 'postgresql://u:secret@db?schema=public'],
  ['has toString, a parameter that is not supported', 'postgresql://db?toString=1'],
  ['has SSLMODE, a parameter that is not supported', 'postgresql://db?SSLMODE=require'],
  [
    'has sslmode=bogus, and it must be one of disable, allow, prefer, require, verify-ca, verify-full',
    'postgresql://u:secret@db?sslmode=bogus',
  ],
  [
    'has target_session_attrs=master, and it must be one of any, read-write, read-only, primary, standby, prefer-standby',
    'postgresql://db?target_session_attrs=master',
  ],
  ['has keepalives=yes, and it must be one of 0, 1', 'postgresql://db?keepalives=yes'],
  ['has connect_timeout=2s, and it must be a whole number', 'postgresql://db?connect_timeout=2s'],
  ['has sslmode=verify-ca, and no sslrootcert', 'postgresql://db?sslmode=verify-ca'],
  [
    'has sslmode=require with sslrootcert=system, which needs verify-full',
    'postgresql://db?sslmode=require&sslrootcert=system',
  ],
  [
    'has sslmode=prefer with sslnegotiation=direct, which needs require, verify-ca or verify-full',
    'postgresql://db?sslnegotiation=direct',
  ],
  [
    'must have both sslcert and sslkey, or none of them',
    ...['postgresql://db?sslcert=a', 'postgresql://db?sslkey=a'],
  ],
];

for (const [message, ...addresses] of INVALID) {
  t.test(`reports that an address ${message}`, async (t) => {
    for (const address of addresses) {
      t.throws(() => readAddress(address), { message: `The database address ${message}` }, address);
    }
  });
}
