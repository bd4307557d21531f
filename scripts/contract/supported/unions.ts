import { isObject, type Json } from '../../generate/json.ts';
import { membersOf, partsOf, propertiesOf, requiredOf } from './parts.ts';
import type { Placed } from './rules.ts';
import { resolve } from './types.ts';

/*
 * `oneOf` and `anyOf` with a discriminator: each branch is chosen by a value that it alone has.
 */

const PREFIX = '#/components/schemas/';

/** Reports a discriminator that does not choose exactly one branch. */
export function reportDiscriminator({ schema, at }: Placed): void {
  const { discriminator } = schema as {
    discriminator?: { propertyName: string; mapping?: Record<string, string> };
  };
  if (!discriminator) return;
  const { propertyName, mapping } = discriminator;
  const union = 'oneOf' in schema ? 'oneOf' : 'anyOf';
  if (!(union in schema)) {
    at.below('discriminator').report('Write it beside `oneOf` or `anyOf`, or remove it.');
    return;
  }
  const chosen = new Map<string, string>();
  for (const [index, branch] of membersOf(schema, union).entries()) {
    const place = at.below(union, index);
    const name = nameOf(branch.$ref);
    const values = name && valuesOf(branch, propertyName, at.document);
    if (!name)
      place.report(
        'Give this schema a name in `components.schemas`: a discriminator chooses among names.',
      );
    else if (!values) {
      place.report(
        `Let \`${name}\` require \`${propertyName}\`, with the values that choose it as \`const\` or \`enum\`.`,
      );
    } else {
      for (const value of values) {
        const wanted = mapping ? nameOf(mapping[value]) : value;
        const other = chosen.get(value);
        if (other)
          place.report(`\`${value}\` of \`${propertyName}\` chooses \`${other}\` already.`);
        else if (wanted !== name) place.report(unmapped(value, name));
        chosen.set(value, name);
      }
    }
  }
  for (const [value, target] of Object.entries(mapping ?? {})) {
    if (chosen.has(value)) continue;
    const name = nameOf(target) ?? target;
    at.below('discriminator', 'mapping', value).report(
      `Let \`${name}\` have \`${value}\` as a value of \`${propertyName}\`, or remove this line.`,
    );
  }
}

function unmapped(value: string, name: string) {
  return `Map the value \`${value}\` to \`${PREFIX}${name}\` in \`mapping\` of the discriminator.`;
}

/** A mapping has names or references. */
function nameOf(reference: unknown): string | undefined {
  if (typeof reference !== 'string') return undefined;
  return reference.startsWith(PREFIX) ? reference.slice(PREFIX.length) : reference;
}

/** The values that a branch requires a property to have. */
function valuesOf(branch: Json, propertyName: string, document: Json): string[] | undefined {
  const target = resolve(branch.$ref, document);
  if (!target) return undefined;
  const parts = partsOf(target, document);
  const property = propertiesOf(parts).get(propertyName);
  if (!property || !requiredOf(parts).includes(propertyName)) return undefined;
  const lists = partsOf(property, document).flatMap(({ schema }) => {
    if ('const' in schema) return [[schema.const]];
    return Array.isArray(schema.enum) ? [schema.enum] : [];
  });
  const [values = []] = lists;
  const isText = (value: unknown) => typeof value === 'string';
  return values.length > 0 && values.every(isText) && isObject(property) ? values : undefined;
}
