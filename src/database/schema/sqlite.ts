import type { Query } from '../statements.ts';

/*
 * The parts of a SQLite database.
 */

const COLUMNS = `
  SELECT m.name, c.name, c.type, c."notnull", c.dflt_value IS NOT NULL, c.pk, m.sql
  FROM sqlite_master m, pragma_table_info(m.name) c
  WHERE m.type = 'table' ORDER BY m.name, c.pk`;

/** Not those of a part of the rows, or of expressions, whose names are null. */
const INDEXES = `
  SELECT m.name, i."unique", group_concat(c.name, ', ' ORDER BY c.seqno)
  FROM sqlite_master m, pragma_index_list(m.name) i, pragma_index_info(i.name) c
  WHERE m.type = 'table' AND NOT i.partial
  GROUP BY m.name, i.name HAVING count(c.name) = count(*)`;

const REFERENCES = `
  SELECT m.name, f."table", f.on_delete,
    group_concat(f."from", ', ' ORDER BY f.seq), group_concat(f."to", ', ' ORDER BY f.seq)
  FROM sqlite_master m, pragma_foreign_key_list(m.name) f
  WHERE m.type = 'table' GROUP BY m.name, f.id`;

/** What the values of a column must be one of. */
const CHECK = /CHECK \("([^"]+)" IN \(((?:'(?:[^']|'')*'(?:, )?)+)\)\)/g;
const TEXT = /'(?:[^']|'')*'/g;

type ColumnRow = [
  string,
  string,
  string,
  number | bigint,
  number | bigint,
  number | bigint,
  string,
];

export async function sqliteParts(query: Query): Promise<string[]> {
  const [columns, indexes, references] = await Promise.all([
    query<ColumnRow>(COLUMNS, []),
    query<[string, number | bigint, string]>(INDEXES, []),
    query<[string, string, string, string, string]>(REFERENCES, []),
  ]);
  const definitions = new Map(columns.map((row) => [row[0], row[6]]));
  return [
    ...columns.flatMap(columnParts),
    ...Array.from(definitions).flatMap(([table, sql]) => [
      table,
      `${table} PRIMARY KEY (${primaryKey(columns, table).join(', ')})`,
      ...checkedValues(table, sql),
    ]),
    ...indexes.flatMap(([table, isUnique, names]) => [
      `${table} INDEX (${names})`,
      ...(Number(isUnique) ? [`${table} UNIQUE (${names})`] : []),
    ]),
    ...references.map(([table, other, action, from, to]) => {
      const deletes = /CASCADE|SET/.test(action) ? ` ON DELETE ${action}` : '';
      return `${table} FOREIGN KEY (${from}) REFERENCES ${other} (${to})${deletes}`;
    }),
  ];
}

function columnParts([table, name, type, isRequired, hasDefault, key, sql]: ColumnRow): string[] {
  const place = `${table}.${name}`;
  const isNumbered = Number(key) > 0 && /\bAUTOINCREMENT\b/i.test(sql);
  return [
    place,
    `${place} ${type}`,
    ...(Number(isRequired) ? [`${place} NOT NULL`] : []),
    ...(Number(hasDefault) || isNumbered ? [`${place} DEFAULT`] : []),
  ];
}

function primaryKey(columns: readonly ColumnRow[], table: string): string[] {
  return columns.filter((row) => row[0] === table && Number(row[5]) > 0).map((row) => row[1]);
}

function checkedValues(table: string, sql: string): string[] {
  return Array.from(sql.matchAll(CHECK)).flatMap(([, column, values = '']) =>
    Array.from(values.matchAll(TEXT), ([value]) => `${table}.${column} ${value}`),
  );
}
