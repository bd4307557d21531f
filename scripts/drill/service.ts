import { performance } from 'node:perf_hooks';
import { prepare } from '../testbed/databases.ts';
import { freePort } from '../testbed/ports.ts';
import { startServer } from '../testbed/server.ts';
import { watchLog } from './log.ts';

/** The machine has other work: no request is rejected because of it, and what is slow without a fault is waited for. */
export const PATIENCE = {
  MAX_EVENT_LOOP_DELAY_MS: '60000',
  DATABASE_CONNECT_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '20000',
};
/** Where the database itself fails, for as long as by default. */
export const DEFAULT_TIMEOUTS = {
  DATABASE_CONNECT_TIMEOUT_MS: '1500',
  DATABASE_STATEMENT_TIMEOUT_MS: '1500',
};

/** Migrates a database, and starts instances of the service on it, which are called one after the other. */
export async function startService(
  /** Past what may fail in between. */
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  count: number,
) {
  const key = await prepare(databaseUrl, 20);
  const log = watchLog(() => performance.now());
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const own = { ...PATIENCE, ...settings };
  const startAll = () =>
    Promise.all(
      ports.map((port) =>
        startServer(key, { ...own, PORT: String(port) }, { onLog: log.reader() }),
      ),
    );
  let servers = await startAll();
  return {
    key,
    log,
    origins: servers.map(({ origin }) => origin),
    stop: () => Promise.all(servers.map((server) => server.stop())),
    /** Starts them again after `stop`, on the same ports. */
    async start() {
      servers = await startAll();
    },
    kill: () => Promise.all(servers.map((server) => server.kill())),
  };
}
