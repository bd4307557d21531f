import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { addCodeSamples } from '../../scripts/generate/code-samples.ts';
import { completeContract } from '../../scripts/generate/complete.ts';
import { openStore } from '../helper.ts';
import { generateClient, publishedGuides } from './guide-programs.ts';
import { LABELS, type SampledOperation, saveGo, saveTypeScript, skip } from './sample-programs.ts';

// Every feature of OpenAPI that the service supports has samples that compile.

t.test('the samples for every feature that is supported compile', { skip }, async (t) => {
  const guides = await publishedGuides((await openStore(t)).app);
  const { document } = await completeContract('test/contract/features/openapi.yaml');
  addCodeSamples(document);
  const server = createServer((_request, reply) => reply.end(JSON.stringify(document)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const items = Object.values(document.paths as Record<string, Record<string, SampledOperation>>);
  const operations = items
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => !UNTYPED.includes(operationId));
  const samples = operations.flatMap(({ 'x-codeSamples': samples = [] }) => samples);
  t.ok(samples.length > 50 * LABELS.length);
  const folder = await generateClient(t, guides, { BASE_URL: `http://127.0.0.1:${port}/v1` });
  await saveTypeScript(t, folder, samples);
  await saveGo(t, join(folder, 'go'), samples, 'vet', './...');
});

/**
 * The types that openapi-typescript makes of these do not allow what their schemas do: null for a 64-bit
 * integer, and fields of their own type beside an index signature.
 */
const UNTYPED = ['echoNullables', 'changeRecord', 'echoMaps'];
