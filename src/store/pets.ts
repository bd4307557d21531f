// Animals that the store offers.

import { page } from '../platform/contract/index.ts';
import { violatedConstraint } from '../platform/database/index.ts';
import { expectCreated } from '../platform/idempotency/index.ts';
import { storeErrors } from './errors.ts';
import type { Context, Handler } from './handler.ts';
import { openPets } from './pet-queries.ts';

export function petHandlers(context: Context) {
  const { addressOf, database, idempotencyKeyOf, matchCheckOf, now } = context;
  const pets = openPets(database, now);
  // Not `getPet`, which has the same path, but will be removed.
  const petAddress = addressOf('updatePet');
  const readIdempotencyKey = idempotencyKeyOf('createPet');
  const expectMatch = matchCheckOf('updatePet');

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

  const updatePet: Handler<'updatePet'> = async (request) => {
    const { params, body } = request;
    const { petId } = params;
    const pet = await pets.update(petId, body, (current) => expectMatch(request, current));
    if (!pet) throw storeErrors.petNotFound(petId);
    return pet;
  };

  const removePet: Handler<'removePet'> = async (request) => {
    const { petId } = request.params;
    const removing = pets.remove(petId, (current) => expectMatch(request, current));
    const isRemoved = await removing.catch((error: unknown) => {
      const isOrdered = violatedConstraint(error)?.kind === 'foreignKey';
      throw isOrdered ? storeErrors.petIsOrdered(petId) : error;
    });
    if (!isRemoved) throw storeErrors.petNotFound(petId);
  };

  return { listPets, createPet, getPet, updatePet, removePet };
}
