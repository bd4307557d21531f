// The process.

import { start } from './platform/start.ts';

/** What a process runs: the service with its own API. */
export async function main() {
  await start();
}

// `node src/server.ts` starts the service, too. Commands come through `launch`, and call `main`.
if (import.meta.main) await main();
