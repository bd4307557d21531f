// The errors of the store, which handlers throw and operations declare.

import { type ErrorKinds, errorsOf } from '../platform/service.ts';

/** A code is part of the published contract: it is never renamed, and never reused. */
export const STORE_ERRORS = {
  pet_not_found: {
    status: 404,
    meaning: 'No animal has this id.',
    tell: (petId: bigint) => ({ message: `No animal has the id ${petId}.` }),
  },
  pet_is_ordered: {
    status: 409,
    meaning: 'An order refers to the animal, which can be marked as sold instead.',
    tell: (petId: bigint) => ({ message: `An order refers to the animal ${petId}.` }),
  },
} as const satisfies ErrorKinds;

export const storeErrors = errorsOf(STORE_ERRORS);
