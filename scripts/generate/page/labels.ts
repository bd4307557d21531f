import type { OperationObject } from '../described/operations.ts';
import { type Html, html } from './html.ts';

export function methodLabel(method: string): Html {
  return html`<span class="method method-${method}">${method.toUpperCase()}</span>`;
}

/** How long an operation can be relied on: what is deprecated is not said to be stable, too. */
export function stability({ deprecated, 'x-stability': stability }: OperationObject): Html | false {
  const label = deprecated ? 'deprecated' : stability;
  return label !== undefined && html`<span class="label ${label}">${label}</span>`;
}
