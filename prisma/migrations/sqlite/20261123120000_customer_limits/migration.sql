-- additive
-- An enterprise customer has limits of its own, any other those of its plan. Where an enterprise customer has none,
-- this fails, and nothing of it is kept: nobody but the operator knows what was agreed.
-- SQLite adds a CHECK only to a copy of a table, which goes on with the numbers of the old one.
CREATE TABLE "new_customers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL CHECK ("plan" IN ('free', 'pro', 'business', 'enterprise')),
    "per_minute" INTEGER,
    "per_day" INTEGER,
    "created_at" DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%f+00:00')),
    CONSTRAINT "customers_limits_fit_plan" CHECK (
        CASE WHEN "plan" = 'enterprise'
            THEN COALESCE("per_minute", 0) > 0 AND COALESCE("per_day", 0) > 0
            ELSE "per_minute" IS NULL AND "per_day" IS NULL
        END
    )
);

INSERT INTO "new_customers" ("id", "name", "plan", "per_minute", "per_day", "created_at")
SELECT "id", "name", "plan", iif("plan" = 'enterprise', "per_minute", NULL), iif("plan" = 'enterprise', "per_day", NULL), "created_at"
FROM "customers";

DELETE FROM sqlite_sequence WHERE name = 'new_customers';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_customers', seq FROM sqlite_sequence WHERE name = 'customers';
DROP TABLE "customers";
ALTER TABLE "new_customers" RENAME TO "customers";
