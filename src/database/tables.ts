import type { Order, Pet } from '../../generated/prisma/sqlite/client.ts';
import { shareReads } from './coalesced-reads.ts';
import type { Int32, Int64, Query } from './database.ts';

/*
 * Reads of the operations, past the query builder of the client. A call of that costs 100 µs of CPU
 * and more, whatever it asks: as much as all the rest of a request. The statements are the same on
 * both databases.
 */

/** What one table is asked for. */
export interface Table<Row> {
  /** Rows by ascending id. Those who ask for the same at the same moment are given the same. */
  list(page: Page): Promise<readonly Row[]>;
  find(id: bigint): Promise<Row | undefined>;
}

interface Page {
  /** The id that they begin after. */
  readonly after: bigint;
  readonly count: number;
  readonly status: string | undefined;
}

export function petsTable(query: Query): Table<Pet> {
  type Values = [id: Int64, name: string, categoryId: Int64, status: Pet['status']];
  const toPet = ([id, name, categoryId, status]: Values): Pet => ({
    id: BigInt(id),
    name,
    categoryId: BigInt(categoryId),
    status,
  });
  return createTable(query, 'pets', 'id, name, category_id, status', toPet);
}

export function ordersTable(query: Query): Table<Order> {
  type Values = [id: Int64, petId: Int64, quantity: Int32, status: Order['status'], at: string];
  const toOrder = ([id, petId, quantity, status, createdAt]: Values): Order => ({
    id: BigInt(id),
    petId: BigInt(petId),
    quantity: Number(quantity),
    status,
    createdAt: new Date(createdAt),
  });
  return createTable(query, 'orders', 'id, pet_id, quantity, status, created_at', toOrder);
}

function createTable<Row, Values extends unknown[]>(
  query: Query,
  name: string,
  columns: string,
  toRow: (values: Values) => Row,
): Table<Row> {
  const select = `SELECT ${columns} FROM ${name}`;
  const page = 'ORDER BY id LIMIT';
  const all = `${select} WHERE id > $1 ${page} $2`;
  const byStatus = `${select} WHERE status = $1 AND id > $2 ${page} $3`;
  const one = `${select} WHERE id = $1`;

  async function list({ after, count, status }: Page) {
    const rows = await (status === undefined
      ? query<Values>(all, [after, count])
      : query<Values>(byStatus, [status, after, count]));
    return rows.map(toRow);
  }

  return {
    // Most callers of a listing want its first page, and a page is most of the work.
    list: shareReads(list, ({ after, count, status }) => `${after} ${count} ${status}`),
    async find(id) {
      const [row] = await query<Values>(one, [id]);
      return row && toRow(row);
    },
  };
}
