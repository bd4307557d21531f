// The handler of every operation in the contract, one file per tag.

import { accountHandlers } from '../platform/account/account.ts';
import { openOrders, openPets } from '../platform/database/index.ts';
import { openOwnKeys } from '../platform/keys/index.ts';
import type { HandlerContext } from '../platform/service.ts';
import type { Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { petHandlers } from './pets.ts';

export function createHandlers({ contract, database, now }: HandlerContext): Handlers {
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
