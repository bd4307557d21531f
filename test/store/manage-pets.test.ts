// The scope pets:manage: which keys change and remove animals, and who gives it.

import t from 'tap';
import { loadApis } from '../../src/platform/versions.ts';
import { service } from '../../src/service.ts';
import { openStore, type Store } from '../helper.ts';
import { temporaryFolder } from '../support/databases.ts';
import { listening, startScript } from '../support/scripts.ts';
import { OWN } from '../support/services.ts';
import { newPet } from './pets.ts';

const SCOPE = 'pets:manage';
const [{ contract }] = await loadApis(service);
const OTHERS = contract.scopes.filter((scope) => scope !== SCOPE);
const CHANGES = [
  { method: 'PATCH', url: '/v1/pets/1', payload: { status: 'sold' } },
  { method: 'DELETE', url: '/v1/pets/1' },
] as const;

/** The names of the tools that an agent with a key sees. */
async function toolsOf({ app }: Store, key: string): Promise<string[]> {
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: {
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
  });
  return response.json().result.tools.map(({ name }: { name: string }) => name);
}

t.test('only a key that lists the scope changes and removes animals', async (t) => {
  const store = await openStore(t);
  await store.database.client.pet.create({ data: newPet() });
  for (const scopes of [undefined, [], OTHERS, ['pets:write']]) {
    const { key } = await store.createKey({ scopes });
    for (const change of CHANGES) {
      const response = await store.send({ ...change, key });
      t.same(response.json(), {
        code: 'insufficient_scope',
        message: 'The API key lacks the scope pets:manage, which only the operator gives.',
        status: 403,
      });
      const needed = 'Bearer error="insufficient_scope", scope="pets:manage"';
      t.equal(response.headers['www-authenticate'], needed);
      const { statusCode } = await store.send({ ...change, url: '/v1/pets/one', key });
      t.equal(statusCode, 403, 'before anything else is checked');
    }
    const tools = await toolsOf(store, key);
    t.same(
      tools.filter((name) => /^(?:update|remove)/.test(name)),
      [],
    );
  }
  const { key } = await store.createKey({ scopes: [SCOPE] });
  t.same(await toolsOf(store, key), ['updatePet', 'removePet']);
  for (const [i, change] of CHANGES.entries()) {
    t.equal((await store.send({ ...change, key })).statusCode, [200, 204][i]);
  }
  t.equal((await store.send({ url: '/v1/pets', key })).statusCode, 403, 'it allows nothing else');
});

t.test(
  'no key gives the scope to another, and only the operator rotates one with it',
  async (t) => {
    const store = await openStore(t);
    const { key, id } = await store.createKey({ scopes: contract.scopes });
    const create = async (body: object) => {
      const payload = { name: 'Checkout', ...body };
      const { json } = await store.send({ method: 'POST', url: '/v1/account/keys', payload, key });
      return json();
    };
    t.match(await create({ scopes: [SCOPE] }), {
      code: 'operator_required',
      message: 'Only the operator gives the scope pets:manage.',
    });
    t.same(
      (await create({})).scopes,
      OTHERS.filter((scope) => scope !== 'account:write'),
    );
    const url = `/v1/account/keys/${id}/rotation`;
    const rotated = await store.send({ method: 'POST', url, payload: { overlapSeconds: 0 }, key });
    t.match(rotated.json(), { code: 'operator_required' });
  },
);

t.test('the key that the first start prints has the scope', async (t) => {
  const cwd = await temporaryFolder(t);
  const settings = { PORT: '0' };
  const server = await startScript(t, 'src/server.ts', [], { cwd, settings, tested: OWN });
  const [origin, [, key = '']] = await Promise.all([
    listening(server),
    server.waitFor(/Authorization: Bearer (ask_\w+)/),
  ]);
  const send = (method: string, path: string, body?: string) =>
    fetch(`${origin}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
  t.equal((await send('POST', 'pets', '{"name":"Rex","categoryId":7}')).status, 201);
  t.equal((await send('PATCH', 'pets/1', '{"status":"sold"}')).status, 200);
  t.equal((await send('DELETE', 'pets/1')).status, 204);
  const account = await (await send('GET', 'account')).json();
  t.same(
    account.key.scopes,
    contract.scopes.filter((scope) => scope !== 'account:write'),
  );
  await server.end('SIGTERM');

  const second = await startScript(t, 'src/server.ts', [], { cwd, settings, tested: OWN });
  await second.waitFor(/Lost the API key\?.*keys -- create .* --scopes all,pets:manage\n/s);
  await second.end('SIGTERM');
});
