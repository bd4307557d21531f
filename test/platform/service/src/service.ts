// What the sample service is, on which tests of the platform run. It is the same in every project
// of this platform, and has the same shape as what the project is for.

import { defineService } from '../../../../src/platform/service.ts';
import { STORE_ERRORS } from './store/errors.ts';

export const service = defineService({
  product: 'Sample Service',
  name: 'sample-service',
  keyPrefix: 'smp',
  plans: {
    free: { perMinute: 60, perDay: 1_000 },
    pro: { perMinute: 300, perDay: 10_000 },
    business: { perMinute: 1_000, perDay: 100_000 },
    // The limits are agreed with each customer.
    enterprise: 'custom',
  },
  firstKeyPlan: 'free',
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
