-- additive
-- A key belongs to a row of any table, of which "pet_id" is the id. The version before goes on
-- writing and reading it. The key of a row that is removed stays until it expires.
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pet_id_fkey";
