// The seed of the tests that sample randomly. They show it, and TEST_SEED=NUMBER repeats a run.

export const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
