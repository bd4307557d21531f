import type { Test } from 'tap';
import { listening, type Running, startScript } from './scripts.ts';

/** The service as a process of its own. */
export interface ServerProcess extends Running {
  readonly origin: string;
}

/** Starts the built service on a free port and waits until it listens. It is stopped when the test ends. */
export async function startServer(
  t: Test,
  settings: Record<string, string>,
): Promise<ServerProcess> {
  const server = await startScript(t, 'src/server.ts', [], {
    settings: { NODE_ENV: 'production', PORT: '0', ...settings },
  });
  return { ...server, origin: await listening(server) };
}
