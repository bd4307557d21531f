import { PrismaPg } from '@prisma/adapter-pg';
import { type DatabaseOptions, withDefaults } from '../options.ts';
import type { AdapterFactory } from '../statements.ts';
import { findUses, insertOnce } from './keyed-inserts.ts';
import { observeNames } from './names.ts';
import { openPipelines } from './pipelines.ts';
import { openPool, stateOf } from './pool.ts';

/**
 * The adapter factory for one PostgreSQL database, with a pool of connections.
 *
 * @param address gives the address, for each connection anew
 */
export function adapterFactory(
  address: () => string,
  { warn, beforeQuery, ...settings }: DatabaseOptions = {},
): AdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    async connect() {
      const names = observeNames((message) => warn?.(message));
      const pool = openPool(address, withDefaults(settings), names);
      const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
      const query = openPipelines(pool, beforeQuery);
      return Object.assign(adapter, {
        query,
        findUses: findUses(query),
        insertOnce: insertOnce(query),
        pool: () => stateOf(pool),
      });
    },
  };
}
