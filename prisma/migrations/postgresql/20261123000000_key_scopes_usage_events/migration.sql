-- additive
ALTER TABLE "api_keys" ADD COLUMN "hint" TEXT,
ADD COLUMN "rotated_at" TIMESTAMPTZ(3),
ADD COLUMN "scopes" TEXT;

CREATE TABLE "key_usages" (
    "api_key_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "rejections" INTEGER NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

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

CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

CREATE INDEX "key_events_api_key_id_idx" ON "key_events"("api_key_id");
