// The contract of the store, with the types of all that is in it.

import { contract as document } from '../../generated/contract.ts';
import { routeSchemas } from '../../generated/route-schemas.ts';
import { readContract } from '../../src/platform/contract/index.ts';

export const contract = { ...readContract(document, routeSchemas), document };
