-- Ids and counts of 64 bits, plans as text without a CHECK, usage by customer, and indexes by time.
--
-- SQLite stores any integer in 64 bits. The type that a column is declared with tells Prisma's adapter how to read it,
-- and a column gets another one only as part of another table.

CREATE TABLE "account_day_usages" (
    "customer_id" INTEGER NOT NULL PRIMARY KEY,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" BIGINT NOT NULL
);

CREATE INDEX "account_day_usages_opened_at_seconds_idx" ON "account_day_usages"("opened_at_seconds");

-- Which plans there are, and whose limits are a customer's own, is known to the service.
CREATE TABLE "new_customers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "removed_at" DATETIME
);
INSERT INTO "new_customers" ("created_at", "id", "name", "per_day", "per_minute", "plan", "removed_at") SELECT "created_at", "id", "name", "per_day", "per_minute", "plan", "removed_at" FROM "customers";
DELETE FROM sqlite_sequence WHERE name = 'new_customers';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_customers', seq FROM sqlite_sequence WHERE name = 'customers';
DROP TABLE "customers";
ALTER TABLE "new_customers" RENAME TO "customers";

CREATE TABLE "new_api_keys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "customer_id" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT 'default',
    "scopes" TEXT,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "created_by_id" BIGINT,
    "expires_at" DATETIME,
    "revoked_at" DATETIME,
    "disabled_at" DATETIME,
    "rotated_at" DATETIME,
    "unrotated_expires_at" DATETIME,
    "banned_at" DATETIME,
    "banned_until" DATETIME,
    CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_api_keys" ("banned_at", "banned_until", "created_at", "created_by_id", "customer_id", "disabled_at", "expires_at", "hash", "hint", "id", "name", "revoked_at", "rotated_at", "scopes", "unrotated_expires_at") SELECT "banned_at", "banned_until", "created_at", "created_by_id", "customer_id", "disabled_at", "expires_at", "hash", "hint", "id", "name", "revoked_at", "rotated_at", "scopes", "unrotated_expires_at" FROM "api_keys";
DELETE FROM sqlite_sequence WHERE name = 'new_api_keys';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_api_keys', seq FROM sqlite_sequence WHERE name = 'api_keys';
DROP TABLE "api_keys";
ALTER TABLE "new_api_keys" RENAME TO "api_keys";
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");
CREATE INDEX "api_keys_customer_id_idx" ON "api_keys"("customer_id");
CREATE INDEX "api_keys_created_by_id_idx" ON "api_keys"("created_by_id");
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX "api_keys_revoked_at_idx" ON "api_keys"("revoked_at") WHERE "revoked_at" IS NOT NULL;

CREATE TABLE "new_key_usages" (
    "api_key_id" BIGINT NOT NULL,
    "customer_id" BIGINT,
    "day" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" BIGINT NOT NULL,
    "client_errors" BIGINT NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    "server_errors" BIGINT NOT NULL DEFAULT 0,

    PRIMARY KEY ("api_key_id", "day", "operation")
);
INSERT INTO "new_key_usages" ("api_key_id", "client_errors", "customer_id", "day", "last_used_at", "operation", "requests", "server_errors") SELECT "api_key_id", "client_errors", (SELECT "customer_id" FROM "api_keys" WHERE "id" = "api_key_id"), "day", "last_used_at", "operation", "requests", "server_errors" FROM "key_usages";
DROP TABLE "key_usages";
ALTER TABLE "new_key_usages" RENAME TO "key_usages";
CREATE INDEX "key_usages_customer_id_day_idx" ON "key_usages"("customer_id", "day");
CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

CREATE TABLE "new_key_events" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "api_key_id" BIGINT NOT NULL,
    "customer_id" BIGINT NOT NULL,
    "detail" TEXT NOT NULL
);
INSERT INTO "new_key_events" ("action", "actor", "api_key_id", "at", "customer_id", "detail", "id") SELECT "action", "actor", "api_key_id", "at", "customer_id", "detail", "id" FROM "key_events";
DELETE FROM sqlite_sequence WHERE name = 'new_key_events';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_key_events', seq FROM sqlite_sequence WHERE name = 'key_events';
DROP TABLE "key_events";
ALTER TABLE "new_key_events" RENAME TO "key_events";
CREATE INDEX "key_events_api_key_id_idx" ON "key_events"("api_key_id");
CREATE INDEX "key_events_at_idx" ON "key_events"("at");

CREATE TABLE "new_day_usages" (
    "customer_id" INTEGER NOT NULL PRIMARY KEY,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" BIGINT NOT NULL
);
INSERT INTO "new_day_usages" ("customer_id", "opened_at_seconds", "used") SELECT "customer_id", "opened_at_seconds", "used" FROM "day_usages";
DROP TABLE "day_usages";
ALTER TABLE "new_day_usages" RENAME TO "day_usages";
CREATE INDEX "day_usages_opened_at_seconds_idx" ON "day_usages"("opened_at_seconds");

CREATE TABLE "new_idempotency_keys" (
    "customer_id" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("customer_id", "key")
);
INSERT INTO "new_idempotency_keys" ("body_hash", "customer_id", "expires_at", "key", "row_id") SELECT "body_hash", "customer_id", "expires_at", "key", "row_id" FROM "idempotency_keys";
DROP TABLE "idempotency_keys";
ALTER TABLE "new_idempotency_keys" RENAME TO "idempotency_keys";
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
