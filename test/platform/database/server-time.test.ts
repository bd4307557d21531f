// The time of day of the server of a database.

import t from 'tap';
import { type Query, readServerTime } from '../../../src/platform/database/index.ts';
import { NEEDS_POSTGRES, openMigrated } from '../../support/both-databases.ts';

t.test('is read in milliseconds', async (t) => {
  const queryAlone: Query = async <Row>() => [['1800000000123']] as Row[];
  t.equal(await readServerTime({ queryAlone }), 1_800_000_000_123);
});

t.test('is that of PostgreSQL', NEEDS_POSTGRES, async (t) => {
  const database = await openMigrated(t, 'postgresql');
  const beforeMs = Date.now();
  const serverMs = await readServerTime(database);
  // It runs on this machine.
  t.ok(serverMs >= beforeMs && serverMs <= Date.now(), `${serverMs} after ${beforeMs}`);
});
