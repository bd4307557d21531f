import type { Test } from 'tap';
import { launchServer, type Server } from '../../scripts/servers/server.ts';
import { temporaryFolder } from './databases.ts';

export type { Server as ServerProcess };

/** Starts the built service with these settings. It is stopped when the test ends. */
export async function startServer(t: Test, settings: Record<string, string>): Promise<Server> {
  const server = await launchServer(settings, { cwd: await temporaryFolder(t) });
  t.teardown(() => server.end('SIGTERM'));
  return server;
}
