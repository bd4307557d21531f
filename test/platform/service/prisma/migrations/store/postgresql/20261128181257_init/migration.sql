-- CreateEnum
CREATE TYPE "widget_status" AS ENUM ('available', 'pending', 'sold');

-- CreateEnum
CREATE TYPE "shipment_status" AS ENUM ('placed', 'approved', 'delivered');

-- CreateTable
CREATE TABLE "widgets" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "group_id" BIGINT NOT NULL,
    "status" "widget_status" NOT NULL,

    CONSTRAINT "widgets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shipments" (
    "id" BIGSERIAL NOT NULL,
    "widget_id" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" "shipment_status" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shipments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "widgets_status_id_idx" ON "widgets"("status", "id");

-- CreateIndex
CREATE INDEX "shipments_status_id_idx" ON "shipments"("status", "id");

-- AddForeignKey
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_widget_id_fkey" FOREIGN KEY ("widget_id") REFERENCES "widgets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
