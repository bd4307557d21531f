// The server of `npm run dev`.

import { flushCompileCache } from 'node:module';
// Applies to what is loaded from then on.
import './build/trusted-contract.js';

/** Starts the service for `npm run dev`. Operations without a handler return an example. */
export async function main() {
  // Otherwise the server would keep the port after `npm run dev` has been killed.
  process.on('disconnect', () => process.exit());
  const { start } = await import('../src/platform/start.ts');
  const { loadApis } = await import('../src/platform/versions.ts');
  const { service } = await import('../src/service.ts');
  const { withExamples } = await import('./examples.ts');
  const [newest, ...older] = await loadApis(service);
  await start(service, [withExamples(newest), ...older.map(withExamples)]);
  // A restart kills this process, which would lose what V8 has compiled: it takes half of a start.
  flushCompileCache();
}
