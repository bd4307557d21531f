import * as errors from './errors.ts';
import { STORE_ERROR_CODES } from './store-error-codes.ts';

/** Makes an error of the store, which an operation declares. */
export const storeError = errors.errorsOf(STORE_ERROR_CODES);

export const petNotFound = (petId: bigint) =>
  storeError('pet_not_found', `No animal has the id ${petId}.`);
