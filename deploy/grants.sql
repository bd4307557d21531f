-- The role of the service, which may do what the service and the commands keys and seed do, and nothing else.
-- Migrations run as the owner of the database, who also runs this file, for each version after its migrations:
--   psql --file=deploy/grants.sql "$ADDRESS_OF_THE_OWNER"
-- The first time, the owner needs the right to create roles (or an administrator runs the file instead), and
-- DATABASE_PASSWORD is set to the password of the role, which is also how to change it.

\set ON_ERROR_STOP on
\getenv password DATABASE_PASSWORD
\getenv days KEY_EVENTS_DAYS

-- Where the tables are, and whose. Without tables this file ends here: run the migrations first.
SELECT schemaname AS schema, tableowner AS owner FROM pg_tables
WHERE schemaname = current_schema() AND tablename = 'pets' \gset

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
REVOKE ALL ON ALL TABLES IN SCHEMA :"schema" FROM animal_store_service;

GRANT SELECT, INSERT ON pets, orders TO animal_store_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO animal_store_service;
GRANT SELECT, INSERT, UPDATE ON customers, api_keys TO animal_store_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON key_usages, day_usages, account_day_usages TO animal_store_service;
-- Rows of the log of keys are only ever added, unless KEY_EVENTS_DAYS is set for this file as it is for the service:
-- then they can be removed, but never sooner.
GRANT SELECT, INSERT ON key_events TO animal_store_service;
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
GRANT SELECT ON _prisma_migrations TO animal_store_service;
-- The next values of ids.
GRANT USAGE ON ALL SEQUENCES IN SCHEMA :"schema" TO animal_store_service;

-- A table of a later migration works until this file runs again.
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO animal_store_service;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"schema"
  GRANT USAGE ON SEQUENCES TO animal_store_service;

COMMIT;
