import Sqlite from 'better-sqlite3';
import pg from 'pg';

export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

type Awaitable<Value> = Value | Promise<Value>;

/** The queries of the bare server, each in the fastest way that the driver has. */
export interface BareStore {
  list(after: number, count: number, status: string | null): Awaitable<Pet[]>;
  get(id: number): Awaitable<Pet | undefined>;
  create(pet: Omit<Pet, 'id'>): Awaitable<number>;
}

const COLUMNS = 'id, name, category_id AS "categoryId", status';

export function openBareStore(url: string): BareStore {
  return url.startsWith('file:') ? sqliteStore(url.slice('file:'.length)) : postgresStore(url);
}

function sqliteStore(file: string): BareStore {
  const database = new Sqlite(file);
  // As durable as the service.
  database.pragma('journal_mode = wal');
  database.pragma('synchronous = full');
  const list = database.prepare<[number, number], Pet>(
    `SELECT ${COLUMNS} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const listByStatus = database.prepare<[string, number, number], Pet>(
    `SELECT ${COLUMNS} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const get = database.prepare<[number], Pet>(`SELECT ${COLUMNS} FROM pets WHERE id = ?`);
  const create = database.prepare<[string, number, string]>(
    'INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)',
  );
  return {
    list: (after, count, status) =>
      status === null ? list.all(after, count) : listByStatus.all(status, after, count),
    get: (id) => get.get(id),
    create: ({ name, categoryId, status }) =>
      Number(create.run(name, categoryId, status).lastInsertRowid),
  };
}

const LIST = `SELECT ${COLUMNS} FROM pets WHERE id > $1 ORDER BY id LIMIT $2`;
const LIST_BY_STATUS = `SELECT ${COLUMNS} FROM pets WHERE status = $3 AND id > $1 ORDER BY id LIMIT $2`;

function postgresStore(url: string): BareStore {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url });
  // Named, so that each connection prepares the statement once.
  const query = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Pet>({ name, text, values })).rows;
  return {
    list: (after, count, status) =>
      status === null
        ? query('list', LIST, [after, count])
        : query('by-status', LIST_BY_STATUS, [after, count, status]),
    get: async (id) => (await query('get', `SELECT ${COLUMNS} FROM pets WHERE id = $1`, [id]))[0],
    create: async ({ name, categoryId, status }) => {
      const insert =
        'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id';
      const [row] = await query('create', insert, [name, categoryId, status]);
      return (row as Pet).id;
    },
  };
}
