// Parameters, headers, and the parts of their values as a tree, in which each name is a link.

import type { Described, Part } from '../schemas/describe-schema.ts';
import { anchorOf } from './anchors.ts';
import { code, type Html, html } from './html.ts';
import { inline, prose } from './prose.ts';

export interface Value extends Described {
  readonly title: Html | string;
  readonly anchor: string;
  /** Whether the value is required, or which responses have it. */
  readonly presence?: Html;
}

/** A list of values that have names, each with its parts. */
export function values(all: readonly Value[]): Html {
  return html`<ul class="plain values">${all.map(valueItem)}</ul>`;
}

function valueItem(value: Value): Html {
  const { anchor } = value;
  return html`<li id="${anchor}"><p class="value-head">
<a class="value-name" href="#${anchor}">${value.title}</a>
 ${value.type !== '' && html`<span class="type">${typeHtml(value)}</span>`} ${value.presence}
${value.isDeprecated && html`<span class="label deprecated">deprecated</span>`}</p>
${descriptionHtml(value)}${partsHtml(value, anchor)}</li>
`;
}

/** The label of a required value; nothing for an optional one. */
export function presence(required: boolean): Html {
  return html`${required && html`<span class="required">required</span>`}`;
}

/** The type in words. The name of an object leads to where it is described. */
export function typeHtml({ type, object }: Described): Html {
  if (object === undefined) return html`${type}`;
  const { before, name, after } = object;
  return html`${before}<a href="#${anchorOf('objects', name)}">${name}</a>${after}`;
}

export function descriptionHtml({ description, facts }: Pick<Described, 'description' | 'facts'>) {
  return html`${description !== '' && html`<div class="description">${prose(description)}</div>`}
${facts.length > 0 && html`<p class="facts">${inline(facts.join(' '))}</p>`}`;
}

/** The parts of a value, unless it is an object that is described by itself. */
export function partsHtml({ object, parts }: Described, anchor: string): Html | false {
  return (
    object === undefined &&
    parts.length > 0 &&
    html`<ul class="plain values">${parts.map((part) => partItem(part, anchor))}</ul>`
  );
}

function partItem(part: Part, anchor: string): Html {
  const { title, step, required } = part;
  return valueItem({
    ...part,
    title: required === undefined ? inline(title) : code(title),
    anchor: `${anchor}/${anchorOf(step)}`,
    ...(required !== undefined && { presence: presence(required) }),
  });
}
