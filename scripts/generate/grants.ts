// Makes deploy/grants.sql from the models: what the role of the service may do in PostgreSQL.

/** The role of a service, and of its commands keys and seed. @param name of the service */
export function serviceRole(name: string): string {
  return `${name.replaceAll('-', '_')}_service`;
}

const ALL_OF_A_ROW = 'SELECT, INSERT, UPDATE, DELETE';

/** What the service may do with the tables of the platform, whatever the models say. */
const PLATFORM_RIGHTS = new Map([
  ['account_day_usages', ALL_OF_A_ROW],
  ['api_keys', ALL_OF_A_ROW],
  ['customers', 'SELECT, INSERT, UPDATE'],
  ['day_usages', ALL_OF_A_ROW],
  ['idempotency_keys', ALL_OF_A_ROW],
  ['job_turns', 'SELECT, INSERT, UPDATE'],
  // Events are only added, unless KEY_EVENTS_DAYS is set.
  ['key_events', 'SELECT, INSERT'],
  ['key_usages', ALL_OF_A_ROW],
]);
/** Has no model. */
const MIGRATIONS_RIGHTS = ['_prisma_migrations', 'SELECT'] as const;

/** The texts of models. */
interface Models {
  readonly platform: string;
  readonly store: string;
}

/**
 * @param name of the service
 * @returns the text of its deploy/grants.sql
 * @throws one line if a table of the platform has no rights, or rights are for no table
 */
export function grantsScript(name: string, models: Models): string {
  expectSame(tablesOf(models.platform));
  const store = tablesOf(models.store);
  const rights = [
    ...store.sort().map((table) => [table, ALL_OF_A_ROW] as const),
    ...PLATFORM_RIGHTS,
    MIGRATIONS_RIGHTS,
  ];
  const rows = rights.map(
    ([table, granted]) => `  ('${table.replaceAll("'", "''")}', '${granted}')`,
  );
  return script(serviceRole(name), rows.join(',\n'));
}

/** The tables of models. */
function tablesOf(models: string): string[] {
  const blocks = [...models.matchAll(/^model (\w+) \{(.*?)^\}/gms)];
  return blocks.map(([, name = '', text = '']) => /^ *@@map\("(.+)"\)/m.exec(text)?.[1] ?? name);
}

/** @throws unless each table of the platform has its rights, and there are no others */
function expectSame(tables: readonly string[]): void {
  const missing = tables.find((table) => !PLATFORM_RIGHTS.has(table));
  const extra = [...PLATFORM_RIGHTS.keys()].find((table) => !tables.includes(table));
  if (missing === undefined && extra === undefined) return;
  throw new Error(
    `PLATFORM_RIGHTS in scripts/generate/grants.ts ${missing === undefined ? 'has' : 'lacks'} the ` +
      `table ${missing ?? extra}, and prisma/schema/platform.prisma ` +
      `${missing === undefined ? 'lacks' : 'has'} it.`,
  );
}

function script(role: string, rights: string): string {
  return String.raw`-- Made from prisma/schema/ by ${'`npm run generate`'}. Edit scripts/generate/grants.ts, not this.
--
-- The role of the service, which may do what the service and the commands keys and seed do, and nothing else.
-- Migrations run as the owner of the database, who also runs this file, for each version after its migrations:
--   psql --file=deploy/grants.sql "$ADDRESS_OF_THE_OWNER"
-- The first time, the owner needs the right to create roles (or an administrator runs the file instead), and
-- DATABASE_PASSWORD is set to the password of the role, which is also how to change it.

\set ON_ERROR_STOP on
\getenv password DATABASE_PASSWORD
\getenv days KEY_EVENTS_DAYS

-- Where the tables are, and whose. Before the first migration: where it creates them, as the owner of the database.
SELECT coalesce(nspname, current_schema(), 'public') AS schema, pg_get_userbyid(coalesce(relowner, datdba)) AS owner
FROM pg_database
LEFT JOIN pg_class ON pg_class.oid = to_regclass('_prisma_migrations')
LEFT JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE datname = current_database() \gset

-- All at once, so that a running service never lacks a right.
BEGIN;
-- Without a line for each policy that is not there.
SET LOCAL client_min_messages = warning;

SELECT 'CREATE ROLE ${role} LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') \gexec
\if :{?password}
  ALTER ROLE ${role} PASSWORD :'password';
\endif

REVOKE TEMPORARY ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO ${role};
REVOKE CREATE ON SCHEMA :"schema" FROM PUBLIC;
GRANT USAGE ON SCHEMA :"schema" TO ${role};

-- Tables that are named here have these rights, and no others. Another table of the same owner keeps its rights, and
-- gets all of a row if it has none: a migration may create one without a model, and an older version of this file may
-- run after the migrations of a newer one.
WITH named (name, rights) AS (VALUES
${rights}
), wanted (relation, rights, is_named) AS (
  SELECT format('%I.%I', nspname, relname), coalesce(rights, '${ALL_OF_A_ROW}'), rights IS NOT NULL
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace LEFT JOIN named ON name = relname
  WHERE nspname = :'schema' AND relkind IN ('r', 'p', 'v', 'm', 'f') AND (
    rights IS NOT NULL OR pg_get_userbyid(relowner) = :'owner'
      AND NOT has_table_privilege('${role}', pg_class.oid, '${ALL_OF_A_ROW}')
  )
)
SELECT CASE WHEN is_named THEN format('REVOKE ALL ON %s FROM ${role}', relation) END,
  format('GRANT %s ON %s TO ${role}', rights, relation)
FROM wanted \gexec
-- The next values of ids.
GRANT USAGE ON ALL SEQUENCES IN SCHEMA :"schema" TO ${role};

-- Rows of the log of keys are only ever added, unless KEY_EVENTS_DAYS is set for this file as it is for the service:
-- then they can be removed, but never sooner.
SELECT to_regclass(format('%I.key_events', :'schema')) IS NOT NULL AS has_events \gset
\if :has_events
  SET LOCAL search_path = :"schema";
  DROP POLICY IF EXISTS key_events_read ON key_events;
  DROP POLICY IF EXISTS key_events_add ON key_events;
  DROP POLICY IF EXISTS key_events_expire ON key_events;
  ALTER TABLE key_events DISABLE ROW LEVEL SECURITY;
  \if :{?days}
    GRANT DELETE ON key_events TO ${role};
    ALTER TABLE key_events ENABLE ROW LEVEL SECURITY;
    CREATE POLICY key_events_read ON key_events FOR SELECT USING (true);
    CREATE POLICY key_events_add ON key_events FOR INSERT WITH CHECK (true);
    CREATE POLICY key_events_expire ON key_events FOR DELETE USING (at < now() - make_interval(days => :days));
  \endif
\endif

-- Tables that a later migration of the owner creates: all of a row at once, and what is said above when this file runs
-- again.
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT ${ALL_OF_A_ROW} ON TABLES TO ${role};
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT USAGE ON SEQUENCES TO ${role};

COMMIT;
`;
}
