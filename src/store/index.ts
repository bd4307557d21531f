// The handler of every operation in the contract, one file per tag.

import { accountHandlers } from '../platform/account/account.ts';
import type { Contract } from '../platform/contract/index.ts';
import { type Database, openOrders, openPets } from '../platform/database/index.ts';
import { openOwnKeys } from '../platform/keys/index.ts';
import type { Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

/** What handlers can use. */
export interface HandlerResources {
  readonly contract: Contract;
  readonly database: Database;
  /** The time of day in milliseconds. */
  readonly now: () => number;
}

export function createHandlers({ contract, database, now }: HandlerResources): Handlers {
  const { scopes, explicitScopes, realm } = contract;
  const keys = openOwnKeys({
    database,
    scopes,
    explicitScopes,
    writeScopes: contract.findOperation('createKey').scopes,
    realm,
    now,
  });
  return {
    ...accountHandlers({ contract, database, keys, now }),
    ...petHandlers(openPets(database, now), contract),
    ...orderHandlers(openOrders(database)),
  };
}
