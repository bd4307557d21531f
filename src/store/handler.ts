// The types of the handlers of this contract, and of what they are made with. Another major version
// has such a file of its own.

import type { operations } from '../../generated/openapi.ts';
import type { PrismaClient } from '../../generated/prisma/sqlite/client.ts';
import type { AccountOperations } from '../platform/account/index.ts';
import type { HandlerOf, HandlersOf } from '../platform/contract/index.ts';
import type { HandlerContext } from '../platform/service.ts';

/** The platform handles those of the account. */
type Operations = Omit<operations, keyof AccountOperations>;
export type Handlers = HandlersOf<Operations>;
export type Handler<Id extends keyof Operations> = HandlerOf<Operations, Id>;

export type Context = HandlerContext<PrismaClient>;
