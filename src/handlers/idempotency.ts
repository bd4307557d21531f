import { hash } from 'node:crypto';
import { idempotencyKeyInUse, idempotencyKeyReused } from '../contract/index.ts';

/*
 * Creates with an Idempotency-Key: whether a body is that of an earlier request, and what the response is then.
 */

/** A schema of a request body, as far as it says what may be left out. */
export interface BodySchema {
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly items?: BodySchema;
  readonly oneOf?: readonly BodySchema[];
  readonly discriminator?: { readonly propertyName: string };
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
}

/** SHA-256 of a body in hexadecimal, whatever the order of its fields. */
export function hashBody(body: object): string {
  return hash('sha256', canonical(body));
}

/**
 * Leaves out of a body what has its default. The rest means the same whether a client has sent the defaults or left
 * them out, and also in a later version, whose contract has more of them.
 */
export function withoutDefaults(schema: BodySchema, body: object): Record<string, unknown> {
  const properties = propertiesOf(schema, body);
  const values = Object.entries(body).flatMap(([name, value]) => {
    const own = properties[name] ?? {};
    const rest = withoutDefaultsWithin(own, value);
    const isDefault = 'default' in own && isSame(rest, withoutDefaultsWithin(own, own.default));
    return isDefault ? [] : [[name, rest]];
  });
  return Object.fromEntries(values);
}

function withoutDefaultsWithin(schema: BodySchema, value: unknown): unknown {
  const { items = {} } = schema;
  if (Array.isArray(value)) return value.map((item) => withoutDefaultsWithin(items, item));
  return typeof value === 'object' && value !== null ? withoutDefaults(schema, value) : value;
}

/** Those of a schema, and of the member of its union that the value names. */
function propertiesOf(schema: BodySchema, value: object): Record<string, BodySchema> {
  const { properties, oneOf = [], discriminator } = schema;
  const { [discriminator?.propertyName ?? '']: name } = value as Record<string, unknown>;
  const chosen = oneOf.filter((member) => {
    const tag = member.properties?.[discriminator?.propertyName ?? ''];
    return tag?.const === name || tag?.enum?.includes(name);
  });
  return Object.assign({}, properties, ...chosen.map((part) => propertiesOf(part, value)));
}

/** An integer of a body can be a bigint, one of a schema is a number. */
function isSame(a: unknown, b: unknown): boolean {
  const [first, second] = [a, b].map((value) => canonical(value).replaceAll(/"(-?\d+)"/g, '$1'));
  return first === second;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part) => {
    if (typeof part === 'bigint') return String(part);
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    return isObject ? Object.fromEntries(Object.entries(part).sort()) : part;
  });
}

/** @returns the row that was added once. @throws the reason why there is none */
export function rowOf<Row extends object>(created: Row | 'key_in_use' | 'key_reused'): Row {
  if (created === 'key_in_use') throw idempotencyKeyInUse;
  if (created === 'key_reused') throw idempotencyKeyReused;
  return created;
}
