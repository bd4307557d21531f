/** Limits that no test reaches. */
export const UNLIMITED = { perMinute: 1_000_000, perDay: 1_000_000 };
