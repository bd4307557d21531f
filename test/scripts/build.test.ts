import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { checkAnswer } from '../contract/check-response.ts';
import { operationsOf, requestsTo } from '../contract/requests.ts';
import { openStore } from '../helper.ts';
import { createDatabase } from '../support/databases.ts';
import { startServer } from '../support/processes.ts';
import { root } from '../support/scripts.ts';
import { execute, prepare } from '../support/servers/databases.ts';

t.test('the bundle serves every operation as the sources do', async (t) => {
  const settings = { ANONYMOUS_PER_MINUTE: '1000000' };
  const { send } = await openStore(t, settings);
  const DATABASE_URL = await createDatabase(t);
  const key = await prepare(DATABASE_URL);
  const server = await startServer(t, { ...settings, DATABASE_URL });
  for (const operation of operationsOf(contract.document)) {
    for (const request of fc.sample(requestsTo(operation), { numRuns: 20, seed: 1 })) {
      const { method, url, payload } = request;
      const response = await fetch(server.origin + url, {
        method,
        headers: { ...request.headers, authorization: `Bearer ${key}` },
        ...(payload !== undefined && { body: payload }),
      });
      const expected = await send(request);
      const name = `${method} ${url} ${payload}`.slice(0, 99);
      t.equal(response.status, expected.statusCode, name);
      checkAnswer(method, url, {
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

t.test('the bundle does not validate the contract again', async (t) => {
  const folder = join(root, 'dist/bundle');
  for (const file of await readdir(folder)) {
    const code = await readFile(join(folder, file), 'utf8');
    t.notOk(/ajvValidators|json-schema\.org\/draft-04/.test(code), file);
  }
});
