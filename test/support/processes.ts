import { readdir, readFile, readlink } from 'node:fs/promises';
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

/** The state of a listening socket in /proc. */
const LISTEN = '0A';

/** The ports on which a process listens. Only on Linux. */
export async function listeningPorts(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}`;
  const files = await readdir(`${folder}/fd`);
  const targets = await Promise.all(
    files.map((file) => readlink(`${folder}/fd/${file}`).catch(() => '')),
  );
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`${folder}/net/${table}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      const isOwn = state === LISTEN && targets.includes(`socket:[${inode}]`);
      return isOwn ? Number.parseInt(local.split(':')[1] ?? '', 16) : [];
    }),
  );
}
