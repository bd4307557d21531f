import { escapeHtml } from '../../../src/docs/escape-html.ts';
import type { OperationObject } from '../../contract/index.ts';

/** What is HTML already, other than text, which is escaped where it becomes part of it. */
export interface Html {
  readonly html: string;
}

export type Part = Html | string | false | undefined | readonly Part[];

/** A template whose parts are texts, HTML, lists of them, or absent. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: String.raw({ raw: strings }, ...parts.map(written)) };
}

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  return 'html' in part ? part.html : part.map(written).join('');
}

/** A name, path or value as code. */
export function code(text: string): Html {
  return html`<code dir="auto">${text.split(/(\s+)/).map(word)}</code>`;
}

/**
 * What fits into a line on a phone is never divided; browsers divide words at hyphens and slashes.
 */
const LONGEST_WORD = 32;

function word(text: string): Html | string {
  // An address is that of the deployment, which may be longer.
  const isDivided = /^(?!http:).*\W\w/.test(text) && text.length <= LONGEST_WORD;
  return isDivided ? html`<span class="word">${text}</span>` : text;
}

/** Where addresses lead that were published once, and must not break. */
export function formerAnchors(anchors: readonly string[]): Html {
  return html`${anchors.map((anchor) => html`<span id="${anchor}" class="former"></span>`)}`;
}

/** A link of a list of contents. */
export function contentsLink({
  id,
  title,
}: {
  readonly id: string;
  readonly title: Html | string;
}): Html {
  return html`<li><a href="#${id}" dir="auto">${title}</a></li>
`;
}

/** What readers must not miss: a note, a warning or a caution. */
export function callout(kind: string, content: Html): Html {
  return html`<div class="callout ${kind}" role="note"><p class="callout-kind">${kind}</p>${content}</div>
`;
}

export function methodLabel(method: string): Html {
  return html`<span class="method method-${method}">${method.toUpperCase()}</span>`;
}

/** How long an operation can be relied on, unless that is as long as usual. */
export function stability({ deprecated, 'x-stability': stability }: OperationObject): Html | false {
  const label = deprecated ? 'deprecated' : stability;
  return (
    label !== undefined && label !== 'stable' && html`<span class="label ${label}">${label}</span>`
  );
}
