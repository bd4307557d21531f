// Animals that the store offers.

import { page } from '../platform/contract/index.ts';
import { expectCreated } from '../platform/idempotency/index.ts';
import { storeErrors } from './errors.ts';
import type { Context, Handler } from './handler.ts';
import { openPets } from './pet-queries.ts';

export function petHandlers({ addressOf, database, idempotencyKeyOf, now }: Context) {
  const pets = openPets(database, now);
  const petAddress = addressOf('getPet');
  const readIdempotencyKey = idempotencyKeyOf('createPet');

  const listPets: Handler<'listPets'> = (request, reply) =>
    page(request, reply, pets.list, request.query);

  const createPet: Handler<'createPet'> = async (request, reply) => {
    const { body } = request;
    const id = expectCreated(await pets.create(body, readIdempotencyKey(request)));
    reply.header('Location', petAddress({ petId: id }));
    return { id, ...body };
  };

  const getPet: Handler<'getPet'> = async (request) => {
    const { petId } = request.params;
    const pet = await pets.find(petId);
    if (!pet) throw storeErrors.petNotFound(petId);
    return pet;
  };

  return { listPets, createPet, getPet };
}
