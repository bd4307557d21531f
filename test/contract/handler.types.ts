import type { PetStatus } from '../../generated/prisma/sqlite/enums.ts';
import type { Handler } from '../../src/contract/handler.ts';

/*
 * Type tests: what is not in the contract does not compile. A directive fails as soon as the line
 * below it compiles. This file is never run. handler-messages.test.ts has the most typical
 * mistakes, test/scripts/contract/types.test.ts features that the service does not use.
 */

const pet = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' } as const;
const order = { id: 1n, petId: 1n, quantity: 1, status: 'placed', createdAt: '' } as const;

export const bodies = [
  (() => pet) satisfies Handler<'getPet'>,
  (async () => [pet]) satisfies Handler<'listPets'>,
  // @ts-expect-error One animal is not a list.
  (() => pet) satisfies Handler<'listPets'>,
  // @ts-expect-error The body is missing.
  (() => undefined) satisfies Handler<'getPet'>,
  // @ts-expect-error No animal has this status.
  (() => ({ ...pet, status: 'made up' })) satisfies Handler<'getPet'>,
  // @ts-expect-error Instants are sent as text.
  (() => [{ ...order, createdAt: new Date() }]) satisfies Handler<'listOrders'>,
];

export const requests = [
  (({ query }) => {
    query.limit satisfies number;
    // @ts-expect-error The first page has no cursor.
    query.cursor satisfies string;
    return [];
  }) satisfies Handler<'listPets'>,
  (({ params, body }) => {
    params.petId satisfies bigint;
    body satisfies undefined;
    // @ts-expect-error An int64 is a bigint.
    params.petId satisfies number;
    return pet;
  }) satisfies Handler<'getPet'>,
  (({ params, headers, caller, body }) => {
    body.categoryId satisfies bigint;
    body.status satisfies PetStatus;
    // @ts-expect-error Its path has no parameter.
    params.petId;
    // @ts-expect-error The body has no such field.
    body.id;
    headers['idempotency-key'] satisfies string | undefined;
    caller.customer.customerId satisfies number;
    // @ts-expect-error The header may be left out.
    headers['idempotency-key'] satisfies string;
    // @ts-expect-error Node names headers in lower case.
    headers['Idempotency-Key'];
    // @ts-expect-error The operation has no such header.
    headers['x-total'];
    return pet;
  }) satisfies Handler<'createPet'>,
];

export const replies = [
  ((_request, reply) => {
    reply.header('Location', '/v1/pets/1');
    // @ts-expect-error Only errors have this header, and they are thrown.
    reply.header('Retry-After', 1);
    return pet;
  }) satisfies Handler<'createPet'>,
];
