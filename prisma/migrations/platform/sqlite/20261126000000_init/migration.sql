-- The tables of every service, as they were at first. A service from before the platform had a history of its own has
-- them from its own migration of this name, which stands in the place of this one.
--
-- Written by hand where Prisma's own SQLite differs from what the models mean:
-- * A BigInt id would be BIGINT PRIMARY KEY, which SQLite neither numbers by itself nor treats as its row id.
--   INTEGER PRIMARY KEY is both, as wide, and AUTOINCREMENT gives no id a second time.
-- * CURRENT_TIMESTAMP is another text than the client writes for the same instant, and instants compare as text.
--   The default writes what the client would.
-- Tables are not STRICT, since STRICT knows neither BIGINT nor DATETIME, by which the client tells types apart.

CREATE TABLE "customers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "removed_at" DATETIME
);

CREATE TABLE "api_keys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "customer_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT 'default',
    "scopes" TEXT,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "created_by_id" INTEGER,
    "expires_at" DATETIME,
    "revoked_at" DATETIME,
    "disabled_at" DATETIME,
    "rotated_at" DATETIME,
    "unrotated_expires_at" DATETIME,
    "banned_at" DATETIME,
    "banned_until" DATETIME,
    CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "key_usages" (
    "api_key_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "client_errors" INTEGER NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    "server_errors" INTEGER NOT NULL DEFAULT 0,

    PRIMARY KEY ("api_key_id", "day", "operation")
);

CREATE TABLE "key_events" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "api_key_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "detail" TEXT NOT NULL
);

CREATE TABLE "day_usages" (
    "customer_id" INTEGER NOT NULL PRIMARY KEY,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" INTEGER NOT NULL
);

CREATE TABLE "idempotency_keys" (
    "customer_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("customer_id", "key")
);

CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

CREATE INDEX "api_keys_customer_id_idx" ON "api_keys"("customer_id");

CREATE INDEX "api_keys_created_by_id_idx" ON "api_keys"("created_by_id");

CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

CREATE INDEX "key_events_api_key_id_idx" ON "key_events"("api_key_id");

CREATE INDEX "key_events_at_idx" ON "key_events"("at");

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
