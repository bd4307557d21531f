-- additive
ALTER TABLE "api_keys" ADD COLUMN "hint" TEXT;
ALTER TABLE "api_keys" ADD COLUMN "rotated_at" DATETIME;
ALTER TABLE "api_keys" ADD COLUMN "scopes" TEXT;

CREATE TABLE "key_usages" (
    "api_key_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "rejections" INTEGER NOT NULL,
    "last_used_at" DATETIME NOT NULL,

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

CREATE INDEX "key_usages_day_idx" ON "key_usages"("day");

CREATE INDEX "key_events_api_key_id_idx" ON "key_events"("api_key_id");
