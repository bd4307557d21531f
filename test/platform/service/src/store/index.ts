// The handler of every operation in the contract, one file per resource.

import type { Context, Handlers } from './handler.ts';
import { shipmentHandlers } from './shipments.ts';
import { widgetHandlers } from './widgets.ts';

export function createHandlers(context: Context): Handlers {
  return {
    ...widgetHandlers(context),
    ...shipmentHandlers(context),
  };
}
