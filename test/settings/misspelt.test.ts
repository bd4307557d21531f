import t from 'tap';
import { misspeltSettings, SETTINGS } from '../../src/settings/index.ts';
import { PLATFORMS } from './platforms.ts';

const NAMES = [...Object.keys(SETTINGS), 'DATABASE_URL_FILE', 'REDIS_URL_FILE'];

const meantBy = (name: string, value = 'x') =>
  misspeltSettings({ [name]: value }, NAMES).map((line) => /mean (.*)\?$/.exec(line)?.[1]);

const MISSPELT: [setting: string, ...names: string[]][] = [
  ['HOST', 'HOSST', 'HOTS', 'HSOT', 'HST', 'Host', 'host', 'HOST ', 'HOZT', 'HOST_'],
  ['PORT', 'PROT', 'PRT', 'PORTT', 'port', 'Port', 'PART', 'Prot', 'XPORT'],
  ['NODE_ENV', 'NODEENV', 'NODE_EVN', 'node_env', 'NODE-ENV', 'NOD_ENV'],
  [
    'DATABASE_URL',
    ...[
      'DATABSE_URL',
      'DATABASE_URI',
      'DATABASEURL',
      'DATA_BASE_URL',
      'DATABASE_ULR',
      'DATBASE_URI',
    ],
    ...[
      'database_url',
      'DatabaseUrl',
      'Databse_Url',
      'DATABASE-URL',
      'DATABASE__URL',
      'DATBASEURL',
    ],
    // With an edit between two characters that are exchanged.
    ...['DATABASE_ULXR', 'DATBASE_URL', 'DATABASER_L', 'DATAAXBSE_URL'],
    ...['DATABASE_URLS', 'ADTABASE_RUL', 'XDATABASE_URLX', 'database.url'],
  ],
  ['DATABASE_URL_FILE', 'DATABSE_URL_FILE', 'DATABASE_URLFILE', 'DATABASE_URL_FLIE'],
  ['LOG_LEVEL', 'LOGLEVEL', 'LOG_LEVLE', 'LOG_LVL', 'log_level'],
  ['METRICS_PORT', 'METRIC_PORT', 'METRICS_PROT', 'METRICSPORT', 'metrics_port'],
  ['METRICS_HOST or METRICS_PORT', 'METRICS_HORT'],
  ['MAX_CONNECTIONS', 'MAX_CONECTIONS', 'MAX_CONNECTION', 'MAX_CONECTION', 'MAXCONNECTIONS'],
  ['REDIS_URL', 'REDIS_URI', 'REDISURL', 'REDIS_UR', 'REDDIS_URL', 'Redis_Url'],
  ['TRUST_PROXY', 'TRUSTPROXY', 'TRUSTED_PROXY', 'TRUST_PORXY'],
];

for (const [setting, ...names] of MISSPELT) {
  t.test(`finds misspellings of ${setting}`, async (t) => {
    for (const name of names) t.strictSame(meantBy(name), [setting], name);
  });
}

t.test('finds one edit in every name, wherever it is', async (t) => {
  for (const name of NAMES) {
    for (let i = 0; i < name.length; i += 1) {
      const [before, at, after] = [name.slice(0, i), name[i], name.slice(i + 1)];
      const edited = [before + after, `${before}X${after}`, `${before}X${at}${after}`];
      if (after) edited.push(before + after[0] + at + after.slice(1));
      for (const other of edited) {
        if (other !== name) t.strictSame(meantBy(other), [name], other);
      }
    }
  }
});

t.test('leaves other names alone', async (t) => {
  const others = ['HOME', 'HOSTNAME', 'PATH', 'PGHOST', 'PGPORT', 'EXPORT', 'DB_HOST', 'DB_PORT'];
  others.push('NODE_VERSION', 'NODE_OPTIONS', 'NODE_NAME', 'DATABASE_HOST', 'DATABASE_USER');
  others.push('DATABASE_PORT', 'DATABASE_NAME', 'REDIS_HOST', 'REDIS_PORT', 'REDIS_PASSWORD');
  others.push('REDIS_TLS_URL', 'PORTS', 'PORT0', 'PORT1', 'METRICS_PATH', 'BASE_URL', 'http_proxy');
  for (const name of others) t.strictSame(meantBy(name), [], name);
});

t.test(
  'leaves alone what is empty, and on Windows the other spelling of the same variable',
  async (t) => {
    t.strictSame(meantBy('DATABSE_URL', ''), []);
    t.strictSame(misspeltSettings({ Port: '80', PORT: '80' }, NAMES), []);
    t.strictSame(misspeltSettings({ Port: '80', PORT: '81' }, NAMES).length, 1);
    t.strictSame(misspeltSettings({ PROT: '80', PORT: '80' }, NAMES).length, 1);
  },
);

t.test('leaves alone the addresses of services with similar names', async (t) => {
  t.strictSame(meantBy('METRIC_PORT', 'tcp://10.0.0.1:9090'), []);
  t.strictSame(meantBy('METRIC_PORT', 'udp://[fd00::1]:9090'), []);
  t.strictSame(meantBy('METRIC_PORT', '9090'), ['METRICS_PORT']);
  t.strictSame(meantBy('CONTRACT_NAME', '/api/contract'), []);
});

for (const [platform, environment] of Object.entries(PLATFORMS)) {
  t.test(`finds nothing in what ${platform} sets`, async (t) => {
    t.strictSame(misspeltSettings(environment, NAMES), []);
  });
}
