import type pg from 'pg';

const READ_ONLY = '25006';

/**
 * Closes connections that have rejected a write: whether they are read-only was decided when they were made,
 * and one that is made anew may be another server's.
 */
export function discardReadOnly(pool: pg.Pool) {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: pg.Connection };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) readOnly.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end();
  });
}
