-- The turns of jobs that one instance of many runs. It only expands: a version from before it goes on beside it.

-- CreateTable
CREATE TABLE "job_turns" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_turns_pkey" PRIMARY KEY ("name")
);
