-- additive
-- An enterprise customer has limits of its own, any other those of its plan. Where an enterprise customer has none,
-- this fails, and nothing of it is kept: nobody but the operator knows what was agreed.
UPDATE "customers" SET "per_minute" = NULL, "per_day" = NULL WHERE "plan" <> 'enterprise';

ALTER TABLE "customers" ADD CONSTRAINT "customers_limits_fit_plan" CHECK (
    CASE WHEN "plan" = 'enterprise'
        THEN COALESCE("per_minute", 0) > 0 AND COALESCE("per_day", 0) > 0
        ELSE "per_minute" IS NULL AND "per_day" IS NULL
    END
);
