CREATE TABLE "idempotency_keys" (
    "customer_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "pet_id" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL,

    PRIMARY KEY ("customer_id", "key"),
    CONSTRAINT "idempotency_keys_pet_id_fkey" FOREIGN KEY ("pet_id") REFERENCES "pets" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");
