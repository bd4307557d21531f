import { resolve } from 'node:path';
import t from 'tap';
import { describeDatabase, describeRedis } from '../../src/settings/index.ts';

const DATABASES: [url: string, described: string][] = [
  ['file:./data/store.db', `SQLite ${resolve('data/store.db')}`],
  ['file:/data/store.db', 'SQLite /data/store.db'],
  ['postgresql://db.example.com/store', 'PostgreSQL db.example.com/store'],
  ['postgres://ada:secret@db:5432/store?sslmode=require', 'PostgreSQL db:5432/store'],
  ['postgresql://ada:s%40cret@[::1]:5432/store', 'PostgreSQL [::1]:5432/store'],
  ['postgresql://ada:secret@a:1,b:2/store?password=secret', 'PostgreSQL a:1,b:2/store'],
  ['postgresql://ada:sec@ret@db/store', 'PostgreSQL db/store'],
  ['postgresql://ada:sec/ret@db/store', 'PostgreSQL db/store'],
  [
    'postgresql://ada:secret@/store?host=/run/postgresql&x=secret',
    'PostgreSQL /run/postgresql/store',
  ],
  ['postgresql:///store?user=ada&password=secret', 'PostgreSQL localhost/store'],
  ['postgresql:', 'PostgreSQL localhost/'],
];

for (const [url, described] of DATABASES) {
  t.test(`${url} is ${described}`, async (t) => t.equal(describeDatabase(url), described));
}

t.test('describes Redis without credentials', async (t) => {
  t.equal(describeRedis(undefined), 'no Redis');
  t.equal(describeRedis('redis://cache'), 'Redis cache');
  t.equal(describeRedis('rediss://ada:secret@cache:6380/2?password=secret'), 'Redis cache:6380/2');
  t.equal(describeRedis('redis://:secret@a:1/, redis://:secret@b:2'), 'Redis a:1, b:2');
  t.equal(
    describeRedis(() => 'redis://:secret@[::1]:1'),
    'Redis [::1]:1',
  );
  t.equal(describeRedis('cache'), 'Redis ');
});
