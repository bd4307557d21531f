-- Without it, each removal of an animal would read all orders.
-- CreateIndex
CREATE INDEX "orders_pet_id_idx" ON "orders"("pet_id");
