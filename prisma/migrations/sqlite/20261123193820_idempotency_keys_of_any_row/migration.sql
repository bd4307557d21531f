-- additive
-- A key belongs to a row of any table, of which "pet_id" is the id. The version before goes on
-- writing and reading it. The key of a row that is removed stays until it expires.
-- SQLite removes a foreign key only from a copy of a table.
CREATE TABLE "new_idempotency_keys" (
    "customer_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("customer_id", "key")
);

INSERT INTO "new_idempotency_keys" ("customer_id", "key", "body_hash", "pet_id", "expires_at")
SELECT "customer_id", "key", "body_hash", "pet_id", "expires_at" FROM "idempotency_keys";

DROP TABLE "idempotency_keys";
ALTER TABLE "new_idempotency_keys" RENAME TO "idempotency_keys";

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
