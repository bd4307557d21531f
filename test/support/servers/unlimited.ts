// The plan of callers that are to meet no limit.

/** Limits that no test or measurement reaches. */
export const UNLIMITED = { perMinute: 2 ** 31 - 1, perDay: 2 ** 31 - 1 };
