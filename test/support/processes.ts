import type { Test } from 'tap';
import { temporaryFolder } from './databases.ts';
import { launchServer, type Server } from './servers/server.ts';

export type { Server as ServerProcess };

/** Starts the built service, with what stands in these settings. It is stopped when the test ends. */
export async function startServer(t: Test, settings: Record<string, string>): Promise<Server> {
  const server = await launchServer(settings, { cwd: await temporaryFolder(t) });
  t.teardown(() => server.end('SIGTERM'));
  return server;
}
