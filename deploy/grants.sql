-- Made from prisma/schema/ by `npm run generate`. Edit scripts/generate/grants.ts, not this.
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

SELECT 'CREATE ROLE animal_store_service LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'animal_store_service') \gexec
\if :{?password}
  ALTER ROLE animal_store_service PASSWORD :'password';
\endif

REVOKE TEMPORARY ON DATABASE :"DBNAME" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"DBNAME" TO animal_store_service;
REVOKE CREATE ON SCHEMA :"schema" FROM PUBLIC;
GRANT USAGE ON SCHEMA :"schema" TO animal_store_service;

-- Tables that are named here have these rights, and no others. Another table of the same owner keeps its rights, and
-- gets all of a row if it has none: a migration may create one without a model, and an older version of this file may
-- run after the migrations of a newer one.
WITH named (name, rights) AS (VALUES
  ('orders', 'SELECT, INSERT, UPDATE, DELETE'),
  ('pets', 'SELECT, INSERT, UPDATE, DELETE'),
  ('account_day_usages', 'SELECT, INSERT, UPDATE, DELETE'),
  ('api_keys', 'SELECT, INSERT, UPDATE, DELETE'),
  ('customers', 'SELECT, INSERT, UPDATE'),
  ('day_usages', 'SELECT, INSERT, UPDATE, DELETE'),
  ('idempotency_keys', 'SELECT, INSERT, UPDATE, DELETE'),
  ('job_turns', 'SELECT, INSERT, UPDATE'),
  ('key_events', 'SELECT, INSERT'),
  ('key_usages', 'SELECT, INSERT, UPDATE, DELETE'),
  ('_prisma_migrations', 'SELECT')
), wanted (relation, rights, is_named) AS (
  SELECT format('%I.%I', nspname, relname), coalesce(rights, 'SELECT, INSERT, UPDATE, DELETE'), rights IS NOT NULL
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace LEFT JOIN named ON name = relname
  WHERE nspname = :'schema' AND relkind IN ('r', 'p', 'v', 'm', 'f') AND (
    rights IS NOT NULL OR pg_get_userbyid(relowner) = :'owner'
      AND NOT has_table_privilege('animal_store_service', pg_class.oid, 'SELECT, INSERT, UPDATE, DELETE')
  )
)
SELECT CASE WHEN is_named THEN format('REVOKE ALL ON %s FROM animal_store_service', relation) END,
  format('GRANT %s ON %s TO animal_store_service', rights, relation)
FROM wanted \gexec
-- The next values of ids.
GRANT USAGE ON ALL SEQUENCES IN SCHEMA :"schema" TO animal_store_service;

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
    GRANT DELETE ON key_events TO animal_store_service;
    ALTER TABLE key_events ENABLE ROW LEVEL SECURITY;
    CREATE POLICY key_events_read ON key_events FOR SELECT USING (true);
    CREATE POLICY key_events_add ON key_events FOR INSERT WITH CHECK (true);
    CREATE POLICY key_events_expire ON key_events FOR DELETE USING (at < now() - make_interval(days => :days));
  \endif
\endif

-- Tables that a later migration of the owner creates: all of a row at once, and what is said above when this file runs
-- again.
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO animal_store_service;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT USAGE ON SEQUENCES TO animal_store_service;

COMMIT;
