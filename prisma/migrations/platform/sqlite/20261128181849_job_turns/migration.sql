-- The turns of jobs that one instance of many runs. It only expands: a version from before it goes on beside it.

-- CreateTable
CREATE TABLE "job_turns" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "due_at" DATETIME NOT NULL
);
