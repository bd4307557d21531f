// The process.

import { start } from '../../../../src/platform/start.ts';
import { service } from './service.ts';

/** What a process runs. */
export async function main() {
  await start(service);
}

// `node src/server.ts` starts the service, too. Commands come through `launch`, and call `main`.
if (import.meta.main) await main();
