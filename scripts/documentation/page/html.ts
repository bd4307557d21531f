// HTML from templates, in which texts are escaped.

import { escapeHtml } from '../../../src/platform/docs/escape-html.ts';
import type { Operation } from '../../contract/index.ts';
import { errorAnchor } from './anchors.ts';

/** HTML. Unlike a text, it is not escaped when it becomes part of other HTML. */
export interface Html {
  readonly html: string;
}

type TemplatePart = Html | string | false | undefined | readonly TemplatePart[];

/** A template whose parts are texts, HTML, lists of them, or absent. */
export function html(strings: TemplateStringsArray, ...parts: readonly TemplatePart[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(written)) };
}

function written(part: TemplatePart): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  return 'html' in part ? part.html : part.map(written).join('');
}

/** How many characters of code fit into a line on a phone. */
const LONGEST_NAME = 28;

/** A name, path or value as code. */
export function code(text: string): Html {
  const isLong = text.length > LONGEST_NAME;
  return html`<code dir="auto"${isLong && html` class="long"`}>${text}</code>`;
}

export function contentsLink(id: string, title: Html | string): Html {
  return html`<li><a href="#${id}" dir="auto">${title}</a></li>
`;
}

/**
 * The code of an error, with a link to its row in the guides.
 *
 * @param documentation the address of the page with the guides; empty on that page
 */
export function errorLink(name: string, documentation = ''): Html {
  return html`<a href="${documentation}#${errorAnchor(name)}">${code(name)}</a>`;
}

/** A note, a warning or a caution, which stands out. */
export function callout(kind: string, content: Html): Html {
  return html`<div class="callout ${kind}" role="note">
<p class="callout-kind">${kind}</p>${content}</div>
`;
}

export function methodLabel(method: string): Html {
  return html`<span class="method method-${method}">${method.toUpperCase()}</span>`;
}

/** How stable an operation is. */
export function stabilityOf({ deprecation, stability = 'stable' }: Operation): string {
  return deprecation ? 'deprecated' : stability;
}

/** The stability of an operation, unless it is stable. */
export function stability(operation: Operation): Html | false {
  const label = stabilityOf(operation);
  return label !== 'stable' && html`<span class="label ${label}">${label}</span>`;
}

/** A status, which is a link to itself. */
export function statusLink(status: string, anchor: string): Html {
  return html`<a class="status status-${status.charAt(0)}" href="#${anchor}">${status}</a>`;
}
