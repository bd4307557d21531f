// Animals that the store offers.

import { page } from '../platform/contract/index.ts';
import { expectCreated, idempotencyKeyReader } from '../platform/idempotency/index.ts';
import { storeErrors } from './errors.ts';
import type { Context, Handler } from './handler.ts';
import { openPets } from './pet-queries.ts';

export function petHandlers({ contract, database, keyRules, now }: Context) {
  const pets = openPets(database, now);
  const petPath = contract.findOperation('getPet').route;
  const create = contract.findOperation('createPet');
  const readIdempotencyKey = idempotencyKeyReader(create, keyRules.keyFormat);

  const listPets: Handler<'listPets'> = (request, reply) =>
    page(request, reply, pets.list, request.query);

  const createPet: Handler<'createPet'> = async (request, reply) => {
    const { body } = request;
    const id = expectCreated(await pets.create(body, readIdempotencyKey(request)));
    reply.header('Location', petPath.replace('{petId}', String(id)));
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
