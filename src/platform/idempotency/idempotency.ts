// Idempotent creates: what is the same body, and what an outcome means for a client.

import { hash } from 'node:crypto';
import type { Operation } from '../contract/index.ts';
import { errors } from '../errors/index.ts';
import { discriminatorValues, propertiesOf, type Schema } from '../schema/schemas.ts';
import type { CreateOutcome, IdempotencyKey } from './idempotency-keys.ts';

export interface CreateRequest {
  readonly body: object;
  readonly headers: { readonly 'idempotency-key'?: string };
  readonly caller: { readonly customer: { readonly customerId: bigint } };
}

const HAS_API_KEY = errors.invalidParameter('idempotency-key must not contain an API key.');

/**
 * Returns a function that reads the Idempotency-Key of a request; undefined without one.
 *
 * @throws invalid_parameter for an API key, since idempotency keys are stored as they are
 */
export function idempotencyKeyReader(
  { qualifiedId, schema }: Operation,
  { resemblesApiKey }: { readonly resemblesApiKey: (text: string) => boolean },
) {
  const bodySchema = schema.body ?? {};
  return ({ body, headers, caller }: CreateRequest): IdempotencyKey | undefined => {
    const value = headers['idempotency-key'];
    if (value === undefined) return undefined;
    if (resemblesApiKey(value)) throw HAS_API_KEY;
    const { customerId } = caller.customer;
    return { customerId, value, bodyHash: hashBody(qualifiedId, bodySchema, body) };
  };
}

const REJECTIONS = {
  key_reused: errors.idempotencyKeyReused,
  key_in_use: errors.idempotencyKeyInUse,
};

/** The id of the row that a create has stored, now or before. @throws 409 or 422 */
export function expectCreated(outcome: CreateOutcome): bigint {
  if (outcome.kind === 'created' || outcome.kind === 'repeated') return outcome.id;
  throw REJECTIONS[outcome.kind];
}

/**
 * SHA-256 of a body in hexadecimal: the same however its fields are arranged, whether a client has
 * sent the defaults or left them out, and also in a later version, whose contract has more of them.
 * A key that is repeated at another operation, or in another major version, has another body.
 */
export function hashBody(qualifiedId: string, schema: Schema, body: object): string {
  return hash('sha256', qualifiedId + canonical(schema, body));
}

/** JSON with the fields in order, without those that have their default. */
function canonical(schema: Schema, value: unknown): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical((schema.items ?? {}) as Schema, item))}]`;
  }
  const properties = allPropertiesOf(schema, value);
  const fields: string[] = [];
  for (const [name, part] of Object.entries(value).sort()) {
    const property = properties[name] ?? {};
    const text = canonical(property, part);
    if (!isDefault(property, text)) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields}}`;
}

/** @param text canonical JSON: an integer may be in quotes there, and is a number in a schema */
function isDefault(schema: Schema, text: string): boolean {
  if (!('default' in schema)) return false;
  const withoutQuotes = (json: string) => json.replaceAll(/"(-?\d+)"/g, '$1');
  return withoutQuotes(text) === withoutQuotes(canonical(schema, schema.default));
}

/** The properties of a schema, and of the branch of its union that the value chooses. */
function allPropertiesOf(schema: Schema, value: object): Readonly<Record<string, Schema>> {
  const { oneOf = [], discriminator } = schema as Union;
  const tagName = discriminator?.propertyName ?? '';
  const tag = (value as Record<string, unknown>)[tagName];
  const chosen = oneOf.filter((branch) => discriminatorValues(branch, tagName).includes(tag));
  const ofBranch = chosen.map((branch) => allPropertiesOf(branch, value));
  return Object.assign({}, propertiesOf(schema), ...ofBranch);
}

interface Union {
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly propertyName: string };
}
