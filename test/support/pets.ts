import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { Prisma } from '../../generated/prisma/sqlite/client.ts';
import type { NewPet } from '../../src/database/index.ts';
import { root } from './scripts.ts';

const { components } = parse(readFileSync(join(root, 'openapi/openapi.yaml'), 'utf8'));
const FIELDS = Object.keys(Prisma.PetScalarFieldEnum).filter((field) => field !== 'id');

/**
 * A row of the table of animals: what a test is about, and for the rest the contract's example, so that a test that
 * is about something else needs no change when animals get another field.
 */
export function newPet(own: Partial<NewPet> = {}): NewPet {
  const values = { ...components.examples.Pet.value, categoryId: 7n, ...own };
  // The example has what is required.
  return Object.fromEntries(FIELDS.map((field) => [field, values[field] ?? null])) as NewPet;
}

/** The values of a string enumeration, as a message lists them. */
export function listed(enumeration: string): string {
  return components.schemas[enumeration].enum.join(', ');
}

/**
 * An animal as the API returns it: the contract's fields in their order, those last that may be absent,
 * and null where a test is about others.
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
