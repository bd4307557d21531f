// The types of the handlers of this contract. Another major version has such a file of its own.

import type { AccountOperations } from '../../../../../src/platform/account/index.ts';
import type { HandlerOf, HandlersOf } from '../../../../../src/platform/contract/index.ts';
import type { operations } from '../../generated/openapi.ts';

type Operations = Omit<operations, keyof AccountOperations>;
export type Handlers = HandlersOf<Operations>;
export type Handler<Id extends keyof Operations> = HandlerOf<Operations, Id>;
