-- Written by hand where Prisma's own SQLite differs from what the models mean:
-- * A BigInt id would be BIGINT PRIMARY KEY, which SQLite neither numbers by itself nor treats as its row id.
--   INTEGER PRIMARY KEY is both, as wide, and AUTOINCREMENT gives no id a second time.
-- * SQLite has no enums: CHECK refuses other values.
-- * CURRENT_TIMESTAMP is another text than the client writes for the same instant, and instants compare as text.
--   The default writes what the client would.
-- Tables are not STRICT, since STRICT knows neither BIGINT nor DATETIME, by which the client tells types apart.

CREATE TABLE "customers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL CHECK ("plan" IN ('free', 'pro', 'business', 'enterprise')),
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00'))
);

CREATE TABLE "api_keys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "customer_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    "expires_at" DATETIME,
    "revoked_at" DATETIME,
    "banned_at" DATETIME,
    "banned_until" DATETIME,
    CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "day_usages" (
    "customer_id" INTEGER NOT NULL PRIMARY KEY,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" INTEGER NOT NULL
);

CREATE TABLE "pets" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "category_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL CHECK ("status" IN ('available', 'pending', 'sold'))
);

CREATE TABLE "orders" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "pet_id" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" TEXT NOT NULL CHECK ("status" IN ('placed', 'approved', 'delivered')),
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    CONSTRAINT "orders_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

CREATE INDEX "pets_status_id_idx" ON "pets"("status", "id");

CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");
