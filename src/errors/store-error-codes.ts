import type { ErrorCodes } from './api-error-codes.ts';

/** The codes of the store's own errors. They follow the rules of API_ERROR_CODES. */
export const STORE_ERROR_CODES = {
  pet_not_found: { status: 404, meaning: 'No animal has this id.' },
} as const satisfies ErrorCodes;
