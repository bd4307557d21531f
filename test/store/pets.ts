// Animals as the contract describes them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { NewPet } from '../../src/store/pet-queries.ts';
import type { Store } from '../helper.ts';
import { root } from '../support/scripts.ts';

const { components } = parse(readFileSync(join(root, 'openapi/openapi.yaml'), 'utf8'));
const FIELDS = Object.keys(Prisma.PetScalarFieldEnum).filter((field) => field !== 'id');

/**
 * Returns a row of the table of animals with these values, and those of the contract's example in
 * all other fields: a test does not change when animals get another field.
 */
export function newPet(own: Partial<NewPet> = {}): NewPet {
  const values = { ...components.examples.Pet.value, categoryId: 7n, ...own };
  // The example has what is required.
  return Object.fromEntries(FIELDS.map((field) => [field, values[field] ?? null])) as NewPet;
}

/** The scopes of a key that may do all with animals. */
export const MANAGER = ['pets:read', 'pets:write', 'pets:manage'];

/** Sends requests with a key that may change and remove animals, and a body in JSON if there is one. */
export async function openManager({ createKey, send }: Store) {
  const { key } = await createKey({ scopes: MANAGER });
  return (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: string) =>
    send({
      method,
      url: `/v1/${url}`,
      key,
      ...(body !== undefined && {
        payload: body,
        headers: { 'content-type': 'application/json' },
      }),
    });
}

/** The values of a string enumeration, as a message lists them. */
export function listed(enumeration: string): string {
  return components.schemas[enumeration].enum.join(', ');
}

/**
 * Returns an animal as the API writes it, with null in all other fields: first the required fields,
 * then the others, each in the order of the contract.
 */
export function petText(own: Readonly<Record<string, unknown>>): string {
  const { properties, required } = components.schemas.Pet;
  const isOptional = (field: string) => !required.includes(field);
  const names = Object.keys(properties);
  names.sort((one, other) => Number(isOptional(one)) - Number(isOptional(other)));
  const fields = names.map((field) => {
    const value = own[field] ?? null;
    return `"${field}":${typeof value === 'bigint' ? value : JSON.stringify(value)}`;
  });
  return `{${fields}}`;
}
