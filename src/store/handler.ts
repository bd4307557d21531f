// The types of the handlers of this contract. Another major version has such a file of its own.

import type { operations } from '../../generated/openapi.ts';
import type { HandlerOf, HandlersOf } from '../platform/contract/index.ts';

export type Handlers = HandlersOf<operations>;
export type Handler<Id extends keyof operations> = HandlerOf<operations, Id>;
