-- Without it, each removal of an animal would read all orders. Meanwhile no order can be added.
-- CreateIndex
CREATE INDEX "orders_pet_id_idx" ON "orders"("pet_id");
