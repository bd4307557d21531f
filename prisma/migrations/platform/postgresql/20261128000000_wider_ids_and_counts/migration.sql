-- Ids and counts of 64 bits, plans as text, usage by customer, and indexes by time.
--
-- It only expands: a version from before it goes on beside it. For such a version the type "plan" stays where there is
-- one, into which it casts what it writes, and "key_usages"."customer_id" can be null.
--
-- PostgreSQL rewrites each table whose columns become wider, and nobody reads a table from then on until the end.
-- So the tables come in the order in which they are missed least: API keys are checked until the last two.

-- Whoever changes keys waits here, before it has locked anything that is needed below.
LOCK TABLE "customers", "api_keys" IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE "account_day_usages" (
    "customer_id" BIGINT NOT NULL,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" BIGINT NOT NULL,

    CONSTRAINT "account_day_usages_pkey" PRIMARY KEY ("customer_id")
);

CREATE INDEX "account_day_usages_opened_at_seconds_idx" ON "account_day_usages"("opened_at_seconds");

-- Filled before the table is rewritten, which leaves the old rows behind, and without indexes, which would be changed
-- for each row.
ALTER TABLE "key_usages" DROP CONSTRAINT "key_usages_pkey",
ADD COLUMN "customer_id" BIGINT;

DROP INDEX "key_usages_day_idx";

UPDATE "key_usages" SET "customer_id" = "api_keys"."customer_id" FROM "api_keys"
WHERE "api_keys"."id" = "key_usages"."api_key_id";

ALTER TABLE "key_usages" ALTER COLUMN "api_key_id" SET DATA TYPE BIGINT,
ALTER COLUMN "requests" SET DATA TYPE BIGINT,
ALTER COLUMN "client_errors" SET DATA TYPE BIGINT,
ALTER COLUMN "server_errors" SET DATA TYPE BIGINT,
ADD CONSTRAINT "key_usages_pkey" PRIMARY KEY ("api_key_id", "day", "operation");

CREATE INDEX "key_usages_customer_id_day_idx" ON "key_usages"("customer_id", "day");

CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

ALTER TABLE "key_events" ALTER COLUMN "id" SET DATA TYPE BIGINT,
ALTER COLUMN "api_key_id" SET DATA TYPE BIGINT,
ALTER COLUMN "customer_id" SET DATA TYPE BIGINT;

-- The sequence of a SERIAL column stays as narrow as it was.
ALTER SEQUENCE "key_events_id_seq" AS BIGINT;

ALTER TABLE "day_usages" ALTER COLUMN "customer_id" SET DATA TYPE BIGINT,
ALTER COLUMN "used" SET DATA TYPE BIGINT;

CREATE INDEX "day_usages_opened_at_seconds_idx" ON "day_usages"("opened_at_seconds");

ALTER TABLE "idempotency_keys" ALTER COLUMN "customer_id" SET DATA TYPE BIGINT;

-- Without the reference, which both tables would check again for each of their columns.
ALTER TABLE "api_keys" DROP CONSTRAINT "api_keys_customer_id_fkey",
ALTER COLUMN "id" SET DATA TYPE BIGINT,
ALTER COLUMN "customer_id" SET DATA TYPE BIGINT,
ALTER COLUMN "created_by_id" SET DATA TYPE BIGINT;

ALTER SEQUENCE "api_keys_id_seq" AS BIGINT;

CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at") WHERE ("expires_at" IS NOT NULL);

CREATE INDEX "api_keys_revoked_at_idx" ON "api_keys"("revoked_at") WHERE ("revoked_at" IS NOT NULL);

-- Which plans there are, and whose limits are a customer's own, is known to the service.
ALTER TABLE "customers" DROP CONSTRAINT IF EXISTS "customers_limits_fit_plan",
ALTER COLUMN "id" SET DATA TYPE BIGINT,
ALTER COLUMN "plan" SET DATA TYPE TEXT;

ALTER SEQUENCE "customers_id_seq" AS BIGINT;

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
