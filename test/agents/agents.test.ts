import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import t from 'tap';
import { openStore } from '../helper.ts';

t.test('tries', async (t) => {
  const store = await openStore(t, { LOG_LEVEL: 'info' });
  const address = await store.app.listen({ port: 0, host: '127.0.0.1' });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${store.key}` } },
  });
  await client.connect(transport);
  console.log(client.getServerVersion(), client.getInstructions());
  const { tools } = await client.listTools();
  console.log(tools.map((x) => x.name));
  console.dir(await client.callTool({ name: 'createPet', arguments: { name: 'Rex', categoryId: 7, 'Idempotency-Key': 'a' } }), { depth: 9 });
  console.dir(await client.callTool({ name: 'listPets', arguments: { limit: 1 } }), { depth: 9 });
  console.dir(await client.callTool({ name: 'listPets', arguments: { limit: '1' } }), { depth: 9 });
  console.dir(await client.callTool({ name: 'createPet', arguments: { nam: 'Rex' } }), { depth: 9 });
  console.log((await client.listResources()).resources.length);
  console.log(store.log.join(''));
  await client.close();
});
