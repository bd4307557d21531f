CREATE TYPE "plan" AS ENUM ('free', 'pro', 'business', 'enterprise');

CREATE TYPE "pet_status" AS ENUM ('available', 'pending', 'sold');

CREATE TYPE "order_status" AS ENUM ('placed', 'approved', 'delivered');

CREATE TABLE "customers" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "plan" "plan" NOT NULL,
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "api_keys" (
    "id" SERIAL NOT NULL,
    "customer_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "banned_at" TIMESTAMPTZ(3),
    "banned_until" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "day_usages" (
    "customer_id" INTEGER NOT NULL,
    "opened_at_seconds" BIGINT NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "day_usages_pkey" PRIMARY KEY ("customer_id")
);

CREATE TABLE "pets" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "category_id" BIGINT NOT NULL,
    "status" "pet_status" NOT NULL,

    CONSTRAINT "pets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "orders" (
    "id" BIGSERIAL NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" "order_status" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

CREATE INDEX "pets_status_id_idx" ON "pets"("status", "id");

CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");

ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "orders" ADD CONSTRAINT "orders_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
