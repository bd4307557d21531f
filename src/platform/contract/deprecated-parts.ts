// Finds the deprecated parameters and fields that a request has, so that an operator can tell who
// still sends them.

import type { FastifyRequest } from 'fastify';
import { discriminatorValues, propertiesOf, type Schema } from '../schema/schemas.ts';
import type { Operation } from './operations.ts';

/** Adds the places of the deprecated parts of a value, such as `body owner name`. */
type Find = (value: unknown, found: Set<string>) => void;

/**
 * A function that returns the places of the deprecated parts that a request has, such as `query
 * status`, before anything has checked the request or filled in a default. Undefined for an
 * operation without such parts.
 */
export function deprecatedPartsFinder({ schema }: Operation) {
  const { querystring, headers = {}, body = {} } = schema;
  const inQuery = findIn(querystring, 'query');
  const inHeaders = findIn(headers, 'header');
  const inBody = findIn(body, 'body');
  if (!inQuery && !inHeaders && !inBody) return undefined;
  return (request: FastifyRequest): ReadonlySet<string> => {
    const found = new Set<string>();
    inQuery?.(request.query, found);
    inHeaders?.(request.headers, found);
    inBody?.(request.body, found);
    return found;
  };
}

/** Undefined if neither the schema nor a schema within has a deprecated field. */
function findIn(schema: Schema, place: string): Find | undefined {
  const { items, oneOf = [] } = schema;
  const inItem = items ? findIn(items as Schema, `${place} items`) : undefined;
  const finders = [
    ...Object.entries(propertiesOf(schema)).map(([name, field]) => findField(name, field, place)),
    ...(oneOf as readonly Schema[]).map((branch) => findInBranch(branch, schema, place)),
    inItem &&
      ((value: unknown, found: Set<string>) => {
        if (Array.isArray(value)) for (const one of value) inItem(one, found);
      }),
  ].filter((find) => find !== undefined);
  if (finders.length === 0) return undefined;
  return (value, found) => {
    for (const find of finders) find(value, found);
  };
}

function findField(name: string, field: Schema, place: string): Find | undefined {
  const there = `${place} ${name}`;
  const within = findIn(field, there);
  const isDeprecated = field.deprecated === true;
  if (!isDeprecated && !within) return undefined;
  return (value, found) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return;
    if (isDeprecated) found.add(there);
    within?.((value as Readonly<Record<string, unknown>>)[name], found);
  };
}

/** A branch of a union has its parts only if the value chooses it. */
function findInBranch(branch: Schema, { discriminator }: Schema, place: string): Find | undefined {
  const within = findIn(branch, place);
  if (!within) return undefined;
  const { propertyName } = discriminator as { readonly propertyName: string };
  const tags = discriminatorValues(branch, propertyName);
  return (value, found) => {
    const tag = (value as Readonly<Record<string, unknown>> | null)?.[propertyName];
    if (tags.includes(tag)) within(value, found);
  };
}
