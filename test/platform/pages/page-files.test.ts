// The files of pages as `npm run build` leaves them, with compressed ones beside them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import t from 'tap';
import { servePageFiles } from '../../../src/platform/pages/index.ts';
import { temporaryFolder } from '../../support/databases.ts';

t.test('a client gets the coding that it prefers, where a file has it', async (t) => {
  const folder = await temporaryFolder(t);
  const content = 'const x = 1;\n'.repeat(99);
  await writeFile(join(folder, 'page.js'), content);
  await writeFile(join(folder, 'page.js.br'), brotliCompressSync(content));
  await writeFile(join(folder, 'secret.js'), content);
  const app = Fastify();
  t.teardown(() => app.close());
  const files = async () => ({ folder, versions: { 'page.js': '7' } });
  await servePageFiles(app, { files, prefix: '/static/' });
  for (const coding of ['br', 'gzip', '']) {
    for (const method of ['GET', 'HEAD'] as const) {
      const headers = { 'accept-encoding': coding };
      const response = await app.inject({ method, url: '/static/page.js', headers });
      const isPacked = coding === 'br';
      t.equal(response.statusCode, 200);
      t.equal(response.headers['content-encoding'], isPacked ? 'br' : undefined, coding);
      if (method === 'HEAD') continue;
      const { rawPayload } = response;
      t.equal(String(isPacked ? brotliDecompressSync(rawPayload) : rawPayload), content);
    }
  }
  for (const [query, cacheControl] of [
    ['?v=7', 'public, max-age=31536000, immutable'],
    ['?v=6', 'public, no-cache'],
    ['', 'public, no-cache'],
  ] as const) {
    const { headers } = await app.inject(`/static/page.js${query}`);
    t.equal(headers['cache-control'], cacheControl, query);
  }
  for (const name of ['secret.js', 'page.js.br', 'toString']) {
    t.equal((await app.inject(`/static/${name}`)).statusCode, 404, name);
  }
});
