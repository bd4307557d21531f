// The major versions of a service as they are served: contracts, and what handles their operations:
// the service itself, and the platform those of the account.

import type { FastifyInstance } from 'fastify';
import { withAccount } from './account/index.ts';
import { type Contract, readContract } from './contract/index.ts';
import type { Documentation } from './docs/index.ts';
import type { KeyCache } from './keys/index.ts';
import type { HandlerContext, Handlers, Service, Version } from './service.ts';

/** A contract, and what serves it below its base path. */
export interface Api {
  readonly contract: Contract;
  /** Loads its documentation, which takes memory, when somebody asks for it. Absent for none. */
  readonly documentation?: (() => Promise<Documentation>) | undefined;
  createHandlers(context: HandlerContext): Handlers;
  /** What knows the API keys: by default, a cache of those in the database. */
  readonly keyCache?: KeyCache;
  /** Adds hooks that run before those of the API. */
  addHooks?(api: FastifyInstance): void;
}

/** The newest first. */
export type Apis = readonly [Api, ...Api[]];

/** Loads all major versions of a service, but neither their handlers nor their documentation. */
export async function loadApis({ versions }: Service): Promise<Apis> {
  const [newest, ...older] = versions;
  const [first, ...others] = await Promise.all([loadApi(newest), ...older.map(loadApi)]);
  return [first, ...others];
}

export async function loadContract(version: Version): Promise<Contract> {
  const [{ contract }, { routeSchemas }] = await Promise.all([
    version.contract(),
    version.schemas(),
  ]);
  return readContract(contract, routeSchemas);
}

async function loadApi(version: Version): Promise<Api> {
  return {
    contract: await loadContract(version),
    documentation: async () => (await version.documentation()).documentation,
    async createHandlers(context) {
      const { createHandlers } = await version.handlers();
      return withAccount(createHandlers)(context);
    },
  };
}
