// The contract of the sample service, with the types of all that is in it.

import { readContract } from '../../src/platform/contract/index.ts';
import { responseCheck } from '../platform/contract/check-response.ts';
import { contract as document } from '../platform/service/generated/contract.ts';
import { routeSchemas } from '../platform/service/generated/route-schemas.ts';

export const contract = { ...readContract(document, routeSchemas), document };

/** Checks that the contract describes a response. */
export const checkResponse = responseCheck(document);
