// Widgets as the contract of the sample service describes them.

import type { NewWidget } from '../platform/service/src/store/widget-queries.ts';

/** Returns a row of the table of widgets with these values. */
export function newWidget(own: Partial<NewWidget> = {}): NewWidget {
  return { name: 'Bolt', groupId: 7n, status: 'available', ...own };
}
