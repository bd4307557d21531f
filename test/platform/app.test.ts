// What an application does at its end.

import t from 'tap';
import { buildApp } from '../../src/platform/app.ts';
import { createDatabase, open } from '../support/databases.ts';
import { testConfig } from '../support/test-config.ts';
import { service } from './service/src/service.ts';

t.test('the end waits 1.5 seconds for the last writes, and does not fail with them', async (t) => {
  const url = await createDatabase();
  const waits: number[] = [];
  const log: string[] = [];
  const background = {
    repeat: () => undefined,
    async end(maxWaitMs: number) {
      waits.push(maxWaitMs);
      throw new Error('the disk is full');
    },
  };
  const logStream = { write: (line: string) => log.push(line) };
  const config = testConfig({ DATABASE_URL: url, LOG_LEVEL: 'error' });
  const app = await buildApp(service, config, await open(t, url), { background, logStream });
  await app.close();
  t.strictSame(waits, [1_500]);
  t.match(
    log.map((line) => JSON.parse(line)),
    [
      {
        body: 'the last counts before the stop may not be stored',
        'exception.message': 'the disk is full',
      },
    ],
  );
});
