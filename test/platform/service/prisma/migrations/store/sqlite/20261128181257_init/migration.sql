-- CreateTable
CREATE TABLE "widgets" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "group_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL CHECK ("status" IN ('available', 'pending', 'sold'))
);

-- CreateTable
CREATE TABLE "shipments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "widget_id" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "status" TEXT NOT NULL CHECK ("status" IN ('placed', 'approved', 'delivered')),
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    CONSTRAINT "shipments_widget_id_fkey" FOREIGN KEY ("widget_id") REFERENCES "widgets" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "widgets_status_id_idx" ON "widgets"("status", "id");

-- CreateIndex
CREATE INDEX "shipments_status_id_idx" ON "shipments"("status", "id");
