-- The tables of every service, as they were at first. A service from before the platform had a history of its own has
-- them from its own migration of this name, which stands in the place of this one.

CREATE TABLE "customers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT 'default',
    "scopes" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "rotated_at" TIMESTAMPTZ(3),
    "unrotated_expires_at" TIMESTAMPTZ(3),
    "banned_at" TIMESTAMPTZ(3),
    "banned_until" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "key_usages" (
    "api_key_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "client_errors" INTEGER NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "server_errors" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "key_usages_pkey" PRIMARY KEY ("api_key_id","day","operation")
);

CREATE TABLE "key_events" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "api_key_id" INTEGER NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "detail" TEXT NOT NULL,

    CONSTRAINT "key_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "day_usages" (
    "customer_id" INTEGER NOT NULL,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "day_usages_pkey" PRIMARY KEY ("customer_id")
);

CREATE TABLE "idempotency_keys" (
    "customer_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "row_id" BIGINT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("customer_id","key")
);

CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

CREATE INDEX "api_keys_customer_id_idx" ON "api_keys"("customer_id");

CREATE INDEX "api_keys_created_by_id_idx" ON "api_keys"("created_by_id");

CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

CREATE INDEX "key_events_api_key_id_idx" ON "key_events"("api_key_id");

CREATE INDEX "key_events_at_idx" ON "key_events"("at");

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
