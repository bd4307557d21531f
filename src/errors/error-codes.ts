import { API_ERROR_CODES, type ErrorCodes, type ErrorKind } from './api-error-codes.ts';
import { STORE_ERROR_CODES } from './store-error-codes.ts';

const all = Object.entries<ErrorKind>({ ...STORE_ERROR_CODES, ...API_ERROR_CODES });
all.sort(([, one], [, other]) => one.status - other.status);

/** Every code that an error response can have, by status. */
export const ERROR_CODES: ErrorCodes = Object.fromEntries(all);
