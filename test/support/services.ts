// The services that tests run on.

import { fileURLToPath } from 'node:url';
import type { PrismaClient as OwnClient } from '../../generated/prisma/sqlite/client.ts';
import type { ServiceDatabase } from '../../src/platform/database/index.ts';
import type { Service } from '../../src/platform/service.ts';
import { service } from '../../src/service.ts';
import type { PrismaClient as SampleClient } from '../platform/service/generated/prisma/sqlite/client.ts';
import { service as sample } from '../platform/service/src/service.ts';

export type { OwnClient, SampleClient };

/** A service, and where it is. */
export interface Tested<Client> {
  readonly service: Service & { readonly database: ServiceDatabase<Client> };
  readonly folder: string;
}

/** Any of them, whose own models do not matter. */
export type AnyTested = Omit<Tested<never>, 'service'> & { readonly service: Service };

/** The small one for tests of the platform, which is the same in every project. */
export const SAMPLE: Tested<SampleClient> = {
  service: sample,
  folder: fileURLToPath(new URL('../platform/service/', import.meta.url)),
};

/** The one that this project is for. */
export const OWN: Tested<OwnClient> = {
  service,
  folder: fileURLToPath(new URL('../../', import.meta.url)),
};
