import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { buildApp } from '../src/app.ts';
import { openDatabase } from '../src/database/database.ts';
import { createDatabase } from './support/databases.ts';
import { testConfig } from './support/test-config.ts';

t.test('does not start if the port for metrics is in use', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as { port: number };
  const database = await openDatabase(await createDatabase(t));
  t.teardown(() => database.close());
  const config = testConfig({ METRICS_PORT: String(port) });
  await t.rejects(buildApp(config, database), { code: 'EADDRINUSE' });
});
