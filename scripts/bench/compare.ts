import { assertSame } from './assert-same.ts';
import { type Effort, type Subject, takeTurns } from './measure.ts';
import type { RowName } from './rows.ts';
import type { ServerName, Servers } from './servers.ts';

export type Comparison = Awaited<ReturnType<typeof compare>>;

/** Compares the servers on one row. */
export async function compare(
  servers: Servers,
  name: RowName,
  connections: number,
  effort: Effort,
) {
  const { animals, databases } = servers;
  const row = servers.rows[name];
  await assertSame(row, servers);
  const subject = (server: ServerName): Subject => {
    return { servers: [servers[server]], row, connections, database: databases };
  };
  const figures = await takeTurns(
    { service: subject('service'), same: subject('same'), lean: subject('lean') },
    effort,
  );
  return { name, row: row.name, animals, connections, ...figures };
}
