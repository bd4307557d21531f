import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { contract } from '../../src/contract/operations.ts';
import { openStore, type Request } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { ask, listening, root, startScript } from '../support/scripts.ts';

t.test('the bundle serves every operation as the sources do', async (t) => {
  const { send } = await openStore(t);
  const server = await startScript(t, 'src/server.ts', [], { settings: { PORT: '0' } });
  const origin = await listening(server);
  const [, key] = await server.waitFor(/Bearer (ask_\w+)/);
  for (const { operationId, method, path, successStatuses } of contract.operations) {
    const url = (contract.basePath + path).replaceAll(/\{\w+\}/g, '1');
    const payload = method === 'GET' ? undefined : '{"name":"Rex","categoryId":7}';
    const seen: number[] = [];
    for (const address of [url, `${url}?unknown=1`]) {
      const headers = { 'content-type': 'application/json' };
      const request = { method, headers, ...(payload && { payload }) };
      // Inject's type spells out the methods that there are.
      const expected = await send({ ...request, url: address } as Request);
      const response = await fetch(origin + address, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` },
        ...(payload && { body: payload }),
      });
      t.equal(response.status, expected.statusCode, `${method} ${address}`);
      t.equal(await response.text(), expected.payload, `${method} ${address}`);
      seen.push(response.status);
    }
    t.same(seen, [...successStatuses, 400], operationId);
  }
  t.equal((await ask(`${origin}/v1/pets`)).status, 401);
});

t.test('the bundle does not validate the contract again', async (t) => {
  const folder = join(root, 'dist/bundle');
  for (const file of await readdir(folder)) {
    const code = await readFile(join(folder, file), 'utf8');
    t.notOk(/ajvValidators|json-schema\.org\/draft-04/.test(code), file);
  }
});

t.test('a stack trace of the bundle names lines of the sources', async (t) => {
  const file = join(await temporaryFolder(t), 'store.db');
  const settings = { PORT: '0', DATABASE_URL: `file:${file}` };
  const server = await startScript(t, 'src/server.ts', [], { settings });
  const origin = await listening(server);
  const [, key] = await server.waitFor(/Bearer (ask_\w+)/);
  new Database(file).exec('DROP TABLE pets').close();
  t.equal((await ask(`${origin}/v1/pets`, `Bearer ${key}`)).status, 500);
  const [, source = '', line] = await server.waitFor(/no such table.*?(src\/[\w/-]+\.ts):(\d+):/);
  const lines = (await readFile(join(root, source), 'utf8')).split('\n');
  t.match(lines[Number(line) - 1], '.prepare(', `${source}:${line}`);
});
