import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { execute, prepare } from '../../scripts/servers/databases.ts';
import { checkResponse } from '../contract/check-response.ts';
import { operationsOf, requestsTo } from '../contract/requests.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { root } from '../support/scripts.ts';
import { contract } from '../support/store-contract.ts';

t.test('the bundle serves every operation', async (t) => {
  const DATABASE_URL = await createDatabase();
  const key = await prepare(DATABASE_URL);
  const server = await startServer(t, { DATABASE_URL });
  for (const operation of operationsOf(contract.document)) {
    for (const request of fc.sample(requestsTo(operation), { numRuns: 20, seed: 1 })) {
      const { method, url, payload } = request;
      const response = await fetch(server.origin + url, {
        method,
        headers: { ...request.headers, authorization: `Bearer ${key}` },
        ...(payload !== undefined && { body: payload }),
      });
      t.ok(response.status < 500, `${method} ${url} ${payload}`.slice(0, 99));
      checkResponse(method, url, {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        payload: await response.text(),
      });
    }
  }

  t.test('and the stack trace of a fault names lines of the sources', async (t) => {
    await execute(DATABASE_URL, 'ALTER TABLE pets RENAME TO gone');
    const headers = { authorization: `Bearer ${key}` };
    t.equal((await fetch(`${server.origin}/v1/pets`, { headers })).status, 500);
    const [, source = '', line] = await server.waitFor(/no such table.*?(src\/[\w/-]+\.ts):(\d+):/);
    const lines = (await readFile(join(root, source), 'utf8')).split('\n');
    t.match(lines[Number(line) - 1], /\.\w+\(/, `${source}:${line}`);
  });
});
