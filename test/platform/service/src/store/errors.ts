// The errors of the service, which handlers throw and operations declare.

import { type ErrorKinds, errorsOf } from '../../../../../src/platform/service.ts';

/** A code is part of the published contract: it is never renamed, and never reused. */
export const STORE_ERRORS = {
  widget_not_found: {
    status: 404,
    meaning: 'No widget has this id.',
    tell: (widgetId: bigint) => ({ message: `No widget has the id ${widgetId}.` }),
  },
  widget_is_shipped: {
    status: 409,
    meaning: 'A shipment contains the widget.',
    tell: (widgetId: bigint) => ({ message: `A shipment contains the widget ${widgetId}.` }),
  },
} as const satisfies ErrorKinds;

export const storeErrors = errorsOf(STORE_ERRORS);
