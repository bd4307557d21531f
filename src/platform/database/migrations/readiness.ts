// Whether requests can be served from the database now, with the schema of this version.

import { withTimeout } from '../../async/with-timeout.ts';
import type { Database } from '../database.ts';
import { isDatabaseFault } from '../faults.ts';
import { requireMigrations } from './history.ts';

interface Readiness {
  /**
   * `busy` if requests use all connections, if rows wait too long to be added, or if API keys
   * cannot be read at the moment.
   */
  readonly database: 'ok' | 'busy' | 'failed';
  /** Absent while it is not known. */
  readonly schema?: 'ok' | 'failed';
  readonly isReady: boolean;
  /** Why it is not ready, or the schema not known. */
  readonly error?: unknown;
}

/**
 * How long a check may take. With a spare connection, one half is for the connections of requests,
 * the other for the spare one.
 */
const MAX_WAIT_MS = 1_000;

/** How long it is shown that rows could not be added in time. */
const DELAY_SHOWN_MS = 5_000;

/**
 * Reads what each request needs: an API key, and the schema. A table that only some operations need
 * may be locked meanwhile, and their requests may use all connections.
 */
export async function checkReadiness(database: Database): Promise<Readiness> {
  const readiness = await checkConnections(database);
  // Everything else is served, and other instances are no faster: this one stays in use.
  const delayedForMs = performance.now() - database.adapter.delays.latestAtMs;
  if (!readiness.isReady || delayedForMs > DELAY_SHOWN_MS) return readiness;
  return { ...readiness, database: 'busy' };
}

async function checkConnections(database: Database): Promise<Readiness> {
  const { spare } = database.adapter;
  if (!spare) return check(database, MAX_WAIT_MS);
  const ofRequests = await check(database, MAX_WAIT_MS / 2);
  if (ofRequests.schema) return ofRequests;
  const readiness = await check({ ...database, adapter: spare }, MAX_WAIT_MS / 2);
  // Requests wait for a connection only if theirs could not read API keys either.
  if (readiness.isReady) return { ...readiness, database: ofRequests.isReady ? 'ok' : 'busy' };
  // A server that has no connection to spare says nothing of those that requests have.
  return readiness.database === 'failed' ? ofRequests : readiness;
}

async function check(database: Database, maxWaitMs: number): Promise<Readiness> {
  const { adapter } = database;
  /** What is known so far: the result if the next statement fails for now, or takes too long. */
  let known: Readiness = { database: 'failed', isReady: false };
  const read = async () => {
    await adapter.queryAlone('SELECT 1', []);
    known = { database: 'busy', isReady: false };
    await adapter.queryAlone('SELECT id FROM api_keys LIMIT 1', []);
    known = { database: 'ok', isReady: true };
    await requireMigrations(database);
    known = { ...known, schema: 'ok' };
  };
  try {
    await withTimeout(read(), maxWaitMs);
    return known;
  } catch (error) {
    // That of a schema which cannot be read.
    const { cause = error } = error as Error;
    // A schema that cannot be read now is still that of the start.
    if (isDatabaseFault(cause)) return { ...known, error };
    if (!known.isReady) return { database: 'failed', isReady: false, error };
    return { database: 'ok', schema: 'failed', isReady: false, error };
  }
}
