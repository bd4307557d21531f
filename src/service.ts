// What this service is: its names, plans and versions. All that spells one of them gets it from
// here, or is held to it by test/deploy/names.test.ts; README, LICENSE and favicon are by hand.

import { defineService } from './platform/service.ts';
import { STORE_ERRORS } from './store/errors.ts';

export const service = defineService({
  product: 'Animal Store',
  name: 'animal-store',
  keyPrefix: 'ask',
  plans: {
    free: { perMinute: 60, perDay: 1_000 },
    pro: { perMinute: 300, perDay: 10_000 },
    business: { perMinute: 1_000, perDay: 100_000 },
    // The limits are agreed with each customer.
    enterprise: 'custom',
  },
  firstKeyPlan: 'free',
  // openapi/platform/NEW-MAJOR.md says how to add one.
  versions: [
    {
      contract: () => import('../generated/contract.ts'),
      schemas: () => import('../generated/route-schemas.ts'),
      documentation: () => import('../generated/documentation.ts'),
      handlers: () => import('./store/index.ts'),
    },
  ],
  database: {
    sqlite: () => import('../generated/prisma/sqlite/client.ts'),
    postgresql: () => import('../generated/prisma/postgresql/client.ts'),
    migrations: () => import('../generated/prisma/migrations.ts'),
  },
  errors: STORE_ERRORS,
  settings: {},
  seeds: () => import('./store/seed.ts'),
});
