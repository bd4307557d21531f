import { resolve } from 'node:path';
import t from 'tap';
import { describeDatabase } from '../../src/database/index.ts';

const DATABASES: [url: string, description: string][] = [
  ['file:./data/store.db', `SQLite ${resolve('data/store.db')}`],
  ['file:/data/store.db', 'SQLite /data/store.db'],
  ['postgresql://db.example.com/store', 'PostgreSQL db.example.com:5432/store'],
  ['postgres://ada:secret@db:5433/store?sslmode=require', 'PostgreSQL db:5433/store'],
  ['postgresql://ada:s%40cret@[::1]:5432/store', 'PostgreSQL [::1]:5432/store'],
  ['postgresql://ada:secret@a:1,b:2/store?password=secret', 'PostgreSQL a:1, b:2/store'],
  ['postgresql://ada:x@/store?host=/run/postgresql', 'PostgreSQL /run/postgresql:5432/store'],
  ['postgresql://?user=ada&password=secret', 'PostgreSQL localhost:5432/'],
];

for (const [url, description] of DATABASES) {
  t.test(`${url} is ${description}`, async (t) => t.equal(describeDatabase(url), description));
}
