import type { FastifyInstance } from 'fastify';
import { checkSchema, type Database, faultKind, withTimeout } from '../database/index.ts';
import { createFailureLog } from '../failure-log.ts';
import { isOver } from '../is-over.ts';

/*
 * What readiness says of the database. Only what changes is logged.
 */

export interface DatabaseChecks {
  readonly database: 'ok' | 'failed';
  /** Like `writes`, unknown while the database does not respond. */
  readonly schema?: 'ok' | 'failed';
  readonly writes?: 'ok' | 'failed';
}

const TIMEOUT_MS = 1_000;
/** For how long it is known that the schema is complete. */
const SCHEMA_MAX_AGE_MS = 2_000;

export function databaseChecks(app: FastifyInstance, database: Database) {
  const { log } = app;
  const logFailure = createFailureLog(log, 'not ready: the database does not respond', 'warn');
  app.addHook('onClose', async () => logFailure.flush());
  let missing = '';
  let writeFailure: string | undefined;
  let schemaCheckedAtMs = Number.NEGATIVE_INFINITY;

  return async (): Promise<DatabaseChecks> => {
    if (!(await responds())) return { database: 'failed' };
    await Promise.all([lookAtSchema(), lookAtWrites()]);
    return {
      database: 'ok',
      schema: missing === '' ? 'ok' : 'failed',
      writes: writeFailure === undefined ? 'ok' : 'failed',
    };
  };

  async function responds(): Promise<boolean> {
    try {
      await withTimeout(database.client.pet.findFirst({ select: { id: true } }), TIMEOUT_MS);
      return true;
    } catch (err) {
      logFailure(err, faultKind(err));
      return false;
    }
  }

  async function lookAtSchema() {
    if (!isOver(SCHEMA_MAX_AGE_MS, schemaCheckedAtMs) && missing === '') return;
    schemaCheckedAtMs = Date.now();
    const before = missing;
    missing = await latest(
      checkSchema(database).then((found) => found.missing.join(', ')),
      before,
    );
    if (missing === before) return;
    if (missing === '') log.info('the schema of the database is complete again');
    else log.error(`not ready: the schema of the database lacks ${missing}`);
  }

  async function lookAtWrites() {
    const before = writeFailure;
    const { writes } = database;
    writeFailure = await withTimeout(writes.failure(), TIMEOUT_MS).catch(writes.known);
    if (writeFailure === before) return;
    if (writeFailure === undefined) log.info('the database takes writes again');
    else log.error(`the database takes no writes: ${writeFailure}`);
  }
}

/** What is known already, where there is no result: then the database as a whole does not respond. */
function latest<Result>(result: Promise<Result>, known: Result): Promise<Result> {
  return withTimeout(result, TIMEOUT_MS).catch(() => known);
}
