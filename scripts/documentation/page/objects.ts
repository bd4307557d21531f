// The objects that responses contain, on the page.

import type { Contract } from '../../contract/index.ts';
import { type Described, describeSchema, type Part } from '../schemas/describe-schema.ts';
import { anchorOf } from './anchors.ts';
import { type Html, html } from './html.ts';
import { descriptionHtml, partsHtml } from './values.ts';

/** A component that responses contain. */
export interface FoundObject extends Described {
  readonly name: string;
  readonly anchor: string;
}

/** The objects of responses, in the order of the contract. */
export function objectsOf({ operations, schemas }: Contract): FoundObject[] {
  const bodies = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  const names = new Set(bodies.flatMap(({ schema }) => objectsIn(describeSchema(schema))));
  return [...schemas]
    .filter(([name]) => names.has(name))
    .map(([name, schema]) => {
      const described = describeSchema(schema);
      return { ...described, object: undefined, name, anchor: anchorOf('objects', name) };
    });
}

function objectsIn({ object, parts }: Described | Part): (string | undefined)[] {
  return [object?.name, ...parts.flatMap(objectsIn)];
}

export function objectSections(objects: readonly FoundObject[]): Html {
  return html`<section class="guide" aria-labelledby="objects">
<h2 id="objects"><a href="#objects">Objects</a></h2>
${objects.map(
  ({ name, anchor, ...described }) => html`<div class="part">
<h3 id="${anchor}"><a href="#${anchor}">${name}</a></h3>
${descriptionHtml(described)}${partsHtml(described, anchor)}</div>
`,
)}</section>
`;
}
