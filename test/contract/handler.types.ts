import type { $Read, $Write } from '../../generated/openapi.ts';
import {
  exactly,
  type Handler,
  type HandlerOf,
  type Handlers,
} from '../../src/contract/handler.ts';

/*
 * Type tests: what is not in the contract does not compile. A directive fails as soon as the line
 * below it compiles. This file is never run.
 */

declare const handlers: Handlers;
const { getPet, ...withoutGetPet } = handlers;
const pet = { id: 1n, name: 'Rex', categoryId: 7n, status: 'sold' } as const;
const order = { id: 1n, petId: 1n, quantity: 1, status: 'placed', createdAt: '' } as const;

export const complete = [
  exactly({ ...withoutGetPet, getPet }),
  // @ts-expect-error A handler is missing.
  exactly(withoutGetPet),
  // @ts-expect-error No operation has this name.
  exactly({ ...handlers, madeUp: () => undefined }),
];

export const bodies = [
  (() => pet) satisfies Handler<'getPet'>,
  (async () => [pet]) satisfies Handler<'listPets'>,
  // @ts-expect-error One animal is not a list.
  (() => pet) satisfies Handler<'listPets'>,
  // @ts-expect-error The body is missing.
  (() => undefined) satisfies Handler<'getPet'>,
  // @ts-expect-error No animal has this status.
  (() => ({ ...pet, status: 'made up' })) satisfies Handler<'getPet'>,
  // @ts-expect-error An int64 is a bigint.
  (() => ({ ...pet, id: 1 })) satisfies Handler<'getPet'>,
  // @ts-expect-error Instants are sent as text.
  (() => [{ ...order, createdAt: new Date() }]) satisfies Handler<'listOrders'>,
];

export const requests = [
  (({ query }) => {
    query.limit satisfies number;
    // @ts-expect-error The first page has no cursor.
    query.cursor satisfies string;
    // @ts-expect-error The operation has no such parameter.
    query.offset;
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
    body.status satisfies 'available' | 'pending' | 'sold';
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
    // @ts-expect-error The contract declares no such header.
    reply.header('X-Total', 1);
    // @ts-expect-error Only errors have this header, and they are thrown.
    reply.header('Retry-After', 1);
    return pet;
  }) satisfies Handler<'createPet'>,
];

/** Operations as they are generated, with what those of the service do not have. */
interface MadeUp {
  put: {
    parameters: {
      query: { tags: string[] };
      header: { 'X-Flag': boolean };
      path: { petId: bigint };
      cookie?: never;
    };
    requestBody?: {
      content: { 'application/json': { name: string; id?: $Read<bigint>; pin?: $Write<string> } };
    };
    responses: {
      200: {
        headers: { ETag: string; [name: string]: unknown };
        content: { 'application/json': { id: $Read<bigint>; pin: $Write<string> } };
      };
      201: { headers: { Location?: string; 'X-Count': number }; content?: never };
      204: { headers: { [name: string]: unknown }; content?: never };
      404: { headers: { 'Retry-After': number }; content: { 'application/json': object } };
      default: { headers: object; content: { 'application/json': object } };
    };
  };
}

type Put = HandlerOf<MadeUp['put']>;

export const madeUp: { put: Put } = {
  put: async ({ params, query, headers, body }, reply) => {
    params.petId satisfies bigint;
    query.tags satisfies readonly string[];
    headers['x-flag'] satisfies boolean;
    body?.name satisfies string | undefined;
    body?.pin satisfies string | undefined;
    // @ts-expect-error The body may be left out.
    body.name;
    // @ts-expect-error A client cannot send what is read-only.
    body?.id satisfies unknown satisfies bigint;
    reply.header('ETag', '"1"');
    reply.header('Location', '/1');
    reply.header('X-Count', 1);
    // @ts-expect-error The contract declares a number.
    reply.header('X-Count', '1');
    return { status: 204 };
  },
};

export const results = [
  // What is write-only, no response has.
  (() => ({ status: 200, body: { id: 1n } })) satisfies Put,
  (() => ({ status: 201 })) satisfies Put,
  // @ts-expect-error There is a body.
  (() => ({ status: 200 })) satisfies Put,
  // @ts-expect-error Errors are thrown.
  (() => ({ status: 404, body: {} })) satisfies Put,
  // @ts-expect-error Which of the statuses?
  (() => ({ id: 1n })) satisfies Put,
];
