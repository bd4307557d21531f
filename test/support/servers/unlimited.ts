/** Limits that no test or measurement reaches. */
export const UNLIMITED = { perMinute: 2 ** 31 - 1, perDay: 2 ** 31 - 1 };
