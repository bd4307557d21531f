import type { Query } from '../statements.ts';

/*
 * The parts of a PostgreSQL database. What exists but is not in force is none: an index that is invalid or
 * deferred, a constraint that was never validated, or whose triggers are disabled.
 */

const PARTS = `
  WITH tables AS (
    SELECT oid, relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND pg_table_is_visible(oid) AND relname = ANY (string_to_array($1::text, ','))
  ), columns AS (
    SELECT t.oid, t.name || '.' || a.attname AS place, a.attname, a.attnum, a.atttypid, a.attnotnull,
      a.atthasdef OR a.attidentity <> '' AS has_default
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  ), indexes AS (
    SELECT t.name, i.indisprimary, i.indisunique AND i.indimmediate AS is_unique,
      (SELECT string_agg(c.attname, ', ' ORDER BY k.position)
       FROM unnest(i.indkey) WITH ORDINALITY k (attnum, position)
       JOIN columns c ON c.oid = t.oid AND c.attnum = k.attnum
       WHERE k.position <= i.indnkeyatts) AS names
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid
    WHERE i.indisvalid AND i.indisready AND i.indpred IS NULL AND i.indexprs IS NULL
  ), refs AS (
    SELECT t.name, o.relname AS other, f.confdeltype, f.conkey, f.confkey, f.conrelid, f.confrelid
    FROM tables t
    JOIN pg_constraint f ON f.conrelid = t.oid AND f.contype = 'f' AND f.convalidated
    JOIN pg_class o ON o.oid = f.confrelid
    WHERE NOT EXISTS (
      SELECT FROM pg_trigger g WHERE g.tgconstraint = f.oid AND g.tgenabled NOT IN ('O', 'A'))
  )
  SELECT name AS part FROM tables
  UNION ALL SELECT place FROM columns
  UNION ALL SELECT place || ' ' || replace(format_type(atttypid, NULL), '"', '') FROM columns
  UNION ALL SELECT place || ' NOT NULL' FROM columns WHERE attnotnull
  UNION ALL SELECT place || ' DEFAULT' FROM columns WHERE has_default
  UNION ALL SELECT place || ' ' || quote_literal(e.enumlabel)
    FROM columns c JOIN pg_enum e ON e.enumtypid = c.atttypid
  UNION ALL SELECT name || ' PRIMARY KEY (' || names || ')' FROM indexes WHERE indisprimary AND is_unique
  UNION ALL SELECT name || ' UNIQUE (' || names || ')' FROM indexes WHERE is_unique
  UNION ALL SELECT name || ' INDEX (' || names || ')' FROM indexes
  UNION ALL SELECT
    name || ' FOREIGN KEY (' || (
      SELECT string_agg(a.attname, ', ' ORDER BY k.position)
      FROM unnest(r.conkey) WITH ORDINALITY k (attnum, position)
      JOIN pg_attribute a ON a.attrelid = r.conrelid AND a.attnum = k.attnum
    ) || ') REFERENCES ' || other || ' (' || (
      SELECT string_agg(a.attname, ', ' ORDER BY k.position)
      FROM unnest(r.confkey) WITH ORDINALITY k (attnum, position)
      JOIN pg_attribute a ON a.attrelid = r.confrelid AND a.attnum = k.attnum
    ) || ')' || CASE confdeltype
      WHEN 'c' THEN ' ON DELETE CASCADE' WHEN 'n' THEN ' ON DELETE SET NULL'
      WHEN 'd' THEN ' ON DELETE SET DEFAULT' ELSE '' END
    FROM refs r`;

/** @param tables whose parts are wanted */
export async function postgresqlParts(query: Query, tables: readonly string[]): Promise<string[]> {
  const rows = await query<[string]>(PARTS, [tables.join()]);
  return rows.map(([part]) => part);
}

/** The sequences that number the rows of tables, as far as this role uses them. */
const SEQUENCES = `
  SELECT t.relname || '.' || a.attname, quote_ident(t.relname), quote_ident(a.attname), s.oid::regclass::text
  FROM pg_depend d
  JOIN pg_class s ON s.oid = d.objid
    AND CASE s.relkind WHEN 'S' THEN has_sequence_privilege(s.oid, 'USAGE, SELECT') ELSE false END
  JOIN pg_class t ON t.oid = d.refobjid AND pg_table_is_visible(t.oid) AND has_table_privilege(t.oid, 'SELECT')
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
  WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
    AND d.deptype IN ('a', 'i') AND t.relname = ANY (string_to_array($1::text, ','))
  ORDER BY 1`;

/** The columns whose next numbers are taken: rows cannot be added. */
export async function takenNumbers(query: Query, tables: readonly string[]): Promise<string[]> {
  const sequences = await query<[string, string, string, string]>(SEQUENCES, [tables.join()]);
  if (sequences.length === 0) return [];
  // In one statement, whose snapshot is older than the numbers that it reads of the sequences.
  const comparisons = sequences.map(
    ([, table, column, sequence], i) =>
      `SELECT ${i} WHERE (SELECT max(${column}) FROM ${table}) >
        COALESCE(pg_sequence_last_value('${sequence.replaceAll("'", "''")}'), 0)`,
  );
  const taken = await query<[number]>(comparisons.join(' UNION ALL '), []);
  return taken.map(([i]) => String(sequences[i]?.[0]));
}
