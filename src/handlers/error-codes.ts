import type { ErrorCodes } from '../contract/error-codes.ts';

/** The codes of the store's own errors, by the same rules as those of any API. */
export const STORE_ERROR_CODES = {
  pet_not_found: { status: 404, meaning: 'No animal has this id.' },
} as const satisfies ErrorCodes;
